import UnicodeText

/// A place's full name, cut into what a list shows: title, subtitle, country.
///
/// The separator is comma and blank. Each component is trimmed, and empty ones are dropped. A name without a
/// component is the place Unknown.
public struct PlaceName: Sendable {
    /// What stands for a name that is missing.
    public static let unknown = "Unknown"

    /// The components in order; at least one.
    public let components: [String]

    /// The components of a full name.
    public init(_ name: String) {
        let pieces = Self.pieces(of: name).map(UnicodeText.trimmed).filter { !$0.isEmpty }
        components = pieces.isEmpty ? [Self.unknown] : pieces
    }

    /// The first component.
    public var title: String { components[0] }

    /// The last component.
    public var country: String { components[components.count - 1] }

    /// Everything between title and country, for lists that have the country as header.
    public var subtitleInCountry: String { components.dropFirst().dropLast().joined(separator: ", ") }

    /// Everything after the title, country included.
    public var subtitle: String { components.dropFirst().joined(separator: ", ") }

    /// The pieces between separators, by bytes.
    private static func pieces(of name: String) -> [String] {
        let bytes = Array(name.utf8)
        var (pieces, start, index): ([String], Int, Int) = ([], 0, 0)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: ","), index + 1 < bytes.count,
                bytes[index + 1] == UInt8(ascii: " ")
            {
                pieces.append(String(decoding: bytes[start..<index], as: UTF8.self))
                index += 2
                start = index
            } else {
                index += 1
            }
        }
        pieces.append(String(decoding: bytes[start...], as: UTF8.self))
        return pieces
    }
}

import Platform

/// The key of a row outside a fold: its parts in one piece of memory.
///
/// Each part is preceded by its length, so that no part can be mistaken for two, and the first parts of a key
/// are a prefix of its bytes. Keys are equal when their bytes are.
public struct RowKey: Hashable, Sendable {
    /// The parts, each preceded by its length in base-128 groups of seven bits, low groups first.
    public let bytes: [UInt8]

    /// A key of these bytes.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// A key of these parts.
    public init(_ parts: [[UInt8]]) {
        var bytes: [UInt8] = []
        for part in parts {
            VariableInteger.append(UInt64(part.count), to: &bytes)
            bytes += part
        }
        self.bytes = bytes
    }

    /// A key of these parts, in UTF-8.
    public init(_ parts: String...) { self.init(parts.map { Array($0.utf8) }) }

    /// The parts' bytes.
    public var parts: [[UInt8]] {
        var (parts, position): ([[UInt8]], Int) = ([], 0)
        while position < bytes.count {
            guard let length = VariableInteger.read(bytes.span, at: &position),
                length <= UInt64(bytes.count - position)
            else { break }
            parts.append(Array(bytes[position..<position + Int(length)]))
            position += Int(length)
        }
        return parts
    }

    /// The parts as text.
    public var texts: [String] { parts.map { String(decoding: $0, as: UTF8.self) } }
}

extension RowKey: Comparable {
    /// Whether `left`'s bytes stand before `right`'s.
    public static func < (left: RowKey, right: RowKey) -> Bool {
        left.bytes.span.precedes(right.bytes.span)
    }
}

extension RowKey: CustomStringConvertible {
    /// The parts with a slash between them.
    public var description: String { texts.joined(separator: "/") }
}

/// The name of a kind of event, such as `photo.viewed`.
///
/// A name has 1 to 64 bytes of UTF-8 without control characters. Names are equal when their bytes are, and are
/// ordered by them.
public struct EventType: Sendable {
    /// The longest name, in bytes of UTF-8.
    public static let maximumBytes = 64

    /// The name.
    public let name: String

    /// A type with this name.
    ///
    /// - Throws: `EventTypeError` when the name is empty, too long or holds a control character.
    public init(validating name: String) throws(EventTypeError) {
        let length = name.utf8.count
        if length == 0 { throw EventTypeError(.empty) }
        if length > Self.maximumBytes { throw EventTypeError(.tooLong) }
        for scalar in name.unicodeScalars where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value) {
            throw EventTypeError(.controlCharacter)
        }
        self.name = name
    }

    /// A type with the name that these bytes spell.
    ///
    /// - Throws: `EventTypeError` as above, and when the bytes are not UTF-8.
    public init(validating name: Span<UInt8>) throws(EventTypeError) {
        if name.count > Self.maximumBytes { throw EventTypeError(.tooLong) }
        guard let name = String(copyingUTF8: name) else { throw EventTypeError(.notUTF8) }
        try self.init(validating: name)
    }

    /// Whether `bytes` spell this name; nothing is allocated.
    public func matches(_ bytes: Span<UInt8>) -> Bool { bytes.isUTF8(of: name) }

    /// Whether the type belongs to the log itself: its name begins with `$`.
    public var isReserved: Bool { name.utf8.first == UInt8(ascii: "$") }
}

extension EventType: ExpressibleByStringLiteral {
    /// A type with the literal's name.
    ///
    /// - Precondition: The name is valid.
    public init(stringLiteral name: String) {
        do throws(EventTypeError) {
            try self.init(validating: name)
        } catch {
            preconditionFailure(error.description)
        }
    }
}

extension EventType: Hashable, Comparable {
    /// Whether both names have the same bytes.
    public static func == (left: EventType, right: EventType) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8)
    }

    /// Whether the left name's bytes stand before the right one's.
    public static func < (left: EventType, right: EventType) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }

    /// Hashes the bytes of the name.
    public func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(byte) }
    }
}

extension EventType: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

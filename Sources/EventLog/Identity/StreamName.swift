internal import Digest
internal import Platform

/// The name of one user's history; two names are the same when their UTF-8 bytes are.
public struct StreamName: Hashable, Sendable {
    /// The name in UTF-8.
    public let bytes: [UInt8]

    /// A name of 1 to 255 bytes.
    ///
    /// - Throws: `LogError` with code `invalidStream` when `text` is empty, too long or holds a control
    ///   character.
    public init(_ text: String) throws(LogError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else {
            throw LogError(.invalidStream, "a stream name may not be empty; 1 to 255 bytes are accepted")
        }
        guard bytes.count <= LogLimits.streamBytes else {
            throw LogError(
                .invalidStream,
                "a stream name of \(bytes.count) bytes is too long; 1 to \(LogLimits.streamBytes) are accepted"
            )
        }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw LogError(.invalidStream, "a stream name may not hold control characters")
        }
        self.bytes = bytes
    }

    /// A name read back from the log.
    init(stored bytes: [UInt8]) { self.bytes = bytes }

    /// Whether the name belongs to the log itself.
    public var isReserved: Bool { bytes.first == UInt8(ascii: "$") }

    /// Feeds one word made of all bytes: the standard library would hash them one by one.
    public func hash(into hasher: inout Hasher) { hasher.combine(XXH3.hash64(bytes.span)) }

    /// The name as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension StreamName: CustomStringConvertible {
    /// The name as text.
    public var description: String { text }
}

extension StreamName: Comparable {
    /// Whether `left`'s bytes stand before `right`'s.
    public static func < (left: StreamName, right: StreamName) -> Bool {
        left.bytes.span.precedes(right.bytes.span)
    }
}

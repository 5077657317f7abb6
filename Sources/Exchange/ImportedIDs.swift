import Digest
public import EventLog

/// Derives the ids of imported events from what identifies them in their source.
///
/// The id is the first 16 bytes of SHA-256 over the parts, each as its length in four bytes, most significant
/// first, and its UTF-8: no two lists of parts give the same input.
public struct ImportedIDs: ~Copyable {
    private var hash = SHA256()

    /// A source of ids.
    public init() {}

    /// The id of the event that these parts identify.
    ///
    /// - Precondition: A part has less than 2^32 bytes.
    public mutating func id(of parts: String...) -> EventID {
        var input: [UInt8] = []
        for part in parts {
            let length = UInt32(part.utf8.count)
            for shift in stride(from: UInt32(24), through: 0, by: -8) {
                input.append(UInt8(truncatingIfNeeded: length >> shift))
            }
            input += part.utf8
        }
        hash.update(input.span)
        guard let id = EventID(bytes: Array(hash.finalize().bytes.prefix(16))) else {
            preconditionFailure("a digest has more than 16 bytes")
        }
        return id
    }
}

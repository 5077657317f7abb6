internal import EventCoding

/// One part of a stored record: where it stands, and what it is.
public struct RecordPart: Hashable, Sendable {
    /// What the part is.
    public enum Kind: String, Hashable, Sendable {
        /// Magic, version, flags and the lengths of the other parts.
        case head
        /// What can never be erased: position, stream number, revision, id, recorded, type.
        case kept
        /// What can be erased: salt, occurred, stream, subject, metadata, payload.
        case withheld
        /// The digest that stands in place of an erased withheld part.
        case digest
        /// XXH3-64 over everything before.
        case checksum
        /// Bytes of which nothing can be told.
        case unknown
    }

    /// What the part is.
    public let kind: Kind
    /// Its bytes in the record.
    public let range: Range<Int>

    /// The parts of a record in order; they cover all of its bytes.
    ///
    /// Only the lengths in the head are believed, and only where they fit: bytes that are no record are one
    /// part of kind `unknown`.
    public static func parts(of record: [UInt8]) -> [RecordPart] {
        let overhead = RecordLayout.headLength + RecordLayout.checksumLength
        let span = record.span
        guard record.count >= overhead, record.prefix(4).elementsEqual(RecordLayout.magic) else {
            return [RecordPart(kind: .unknown, range: 0..<record.count)]
        }
        let kept = Int(span.littleEndian32(at: RecordLayout.keptLengthAt))
        let withheld = Int(span.littleEndian32(at: RecordLayout.withheldLengthAt))
        let head = RecordPart(kind: .head, range: 0..<RecordLayout.headLength)
        guard overhead + kept + withheld == record.count else {
            return [head, RecordPart(kind: .unknown, range: RecordLayout.headLength..<record.count)]
        }
        let flags = RecordFlags(rawValue: span.littleEndian16(at: RecordLayout.flagsAt))
        let middle = RecordLayout.headLength + kept
        let end = middle + withheld
        return [
            head,
            RecordPart(kind: .kept, range: RecordLayout.headLength..<middle),
            RecordPart(kind: flags.contains(.erased) ? .digest : .withheld, range: middle..<end),
            RecordPart(kind: .checksum, range: end..<record.count),
        ]
    }
}

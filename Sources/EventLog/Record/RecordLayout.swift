/// Where each field of a record stands; `RecordFormat.md` draws the same picture.
///
/// All integers are little-endian and need no alignment.
@usableFromInline
enum RecordLayout {
    /// The first four bytes of every record: not UTF-8, and no LMDB page begins with them.
    static let magic: [UInt8] = [0xE7, 0x54, 0x4C, 0x47]
    /// The record version that this build writes.
    static let version: UInt16 = 1
    /// The leaf version that this build writes.
    static let leafVersion: UInt8 = 1

    // Fixed head.
    static let versionAt = 4
    static let flagsAt = 6
    static let keptLengthAt = 8
    static let withheldLengthAt = 12
    @inlinable static var headLength: Int { 16 }

    // Kept part, from its own start.
    static let logIDAt = 0
    @inlinable static var positionAt: Int { 16 }
    @inlinable static var streamNumberAt: Int { 24 }
    @inlinable static var revisionAt: Int { 28 }
    static let eventIDAt = 36
    @inlinable static var recordedAt: Int { 52 }
    static let clockAt = 60
    static let batchIndexAt = 68
    static let batchSizeAt = 72
    @inlinable static var schemaVersionAt: Int { 76 }
    static let typeLengthAt = 78
    @inlinable static var typeAt: Int { 79 }

    // Withheld part, from its own start; the salt is its first field.
    static let saltLength = 16
    @inlinable static var occurredAt: Int { 16 }
    @inlinable static var zoneAt: Int { 24 }
    static let streamLengthAt = 26
    static let subjectLengthAt = 27
    static let metadataLengthAt = 29
    static let payloadLengthAt = 31
    @inlinable static var streamAt: Int { 35 }

    static let checksumLength = 8
    /// What stands in place of an erased withheld part: the inner digest.
    @inlinable static var innerDigestLength: Int { 32 }

    /// The size of a record with these parts, in bytes.
    static func length(type: Int, stream: Int, subject: Int, metadata: Int, payload: Int) -> Int {
        headLength + typeAt + type + streamAt + stream + subject + metadata + payload + checksumLength
    }
}

/// Where each field of a record stands; `RecordFormat.md` draws the same picture.
///
/// All integers are little-endian and need no alignment.
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
    static let headLength = 16

    // Kept part, from its own start.
    static let logIDAt = 0
    static let positionAt = 16
    static let streamNumberAt = 24
    static let revisionAt = 28
    static let eventIDAt = 36
    static let recordedAt = 52
    static let clockAt = 60
    static let batchIndexAt = 68
    static let batchSizeAt = 72
    static let schemaVersionAt = 76
    static let typeLengthAt = 78
    static let typeAt = 79

    // Withheld part, from its own start; the salt is its first field.
    static let saltLength = 16
    static let occurredAt = 16
    static let zoneAt = 24
    static let streamLengthAt = 26
    static let subjectLengthAt = 27
    static let metadataLengthAt = 29
    static let payloadLengthAt = 31
    static let streamAt = 35

    static let checksumLength = 8
    /// What stands in place of an erased withheld part: the inner digest.
    static let innerDigestLength = 32

    /// The size of a record with these parts, in bytes.
    static func length(type: Int, stream: Int, subject: Int, metadata: Int, payload: Int) -> Int {
        headLength + typeAt + type + streamAt + stream + subject + metadata + payload + checksumLength
    }
}

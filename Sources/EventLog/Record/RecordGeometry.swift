internal import Digest
internal import EventCoding

/// The lengths of one record's parts, checked against its bytes.
struct RecordGeometry: Hashable, Sendable {
    var flags: RecordFlags
    var typeLength: Int
    var streamLength: Int
    var subjectLength: Int
    var metadataLength: Int
    var payloadLength: Int

    var isErased: Bool { flags.contains(.erased) }
    var keptAt: Int { RecordLayout.headLength }
    var keptLength: Int { RecordLayout.typeAt + typeLength }
    var withheldAt: Int { keptAt + keptLength }
    var withheldLength: Int {
        isErased
            ? RecordLayout.innerDigestLength
            : RecordLayout.streamAt + streamLength + subjectLength + metadataLength + payloadLength
    }
    var streamAt: Int { withheldAt + RecordLayout.streamAt }
    var subjectAt: Int { streamAt + streamLength }
    var metadataAt: Int { subjectAt + subjectLength }
    var payloadAt: Int { metadataAt + metadataLength }
    var checksumAt: Int { withheldAt + withheldLength }

    /// The lengths of a record that is about to be written.
    init(of event: borrowing ProposedEvent, in stream: StreamName, flags: RecordFlags) {
        self.flags = flags
        typeLength = event.type.name.utf8.count
        streamLength = stream.bytes.count
        subjectLength = event.subject.utf8.count
        metadataLength = event.metadata.count
        payloadLength = event.payload.count
    }

    /// Reads and checks the lengths of `record`, and its checksum.
    ///
    /// The checks go from the outside in, so that each read lies inside what was checked before.
    init(checking record: Span<UInt8>) throws(RecordFault) {
        let overhead = RecordLayout.headLength + RecordLayout.typeAt + RecordLayout.checksumLength
        guard record.count >= overhead else { throw RecordFault(.tooShort, at: record.count) }
        for index in 0..<4 where record[index] != RecordLayout.magic[index] {
            throw RecordFault(.wrongMagic, at: index)
        }
        guard record.littleEndian16(at: RecordLayout.versionAt) == RecordLayout.version else {
            throw RecordFault(.unknownVersion, at: RecordLayout.versionAt)
        }
        let kept = Int(record.littleEndian32(at: RecordLayout.keptLengthAt))
        let withheld = Int(record.littleEndian32(at: RecordLayout.withheldLengthAt))
        guard RecordLayout.headLength + kept + withheld + RecordLayout.checksumLength == record.count,
            kept >= RecordLayout.typeAt
        else { throw RecordFault(.wrongLength, at: RecordLayout.keptLengthAt) }
        let checksumAt = record.count - RecordLayout.checksumLength
        guard XXH3.hash64(record.extracting(0..<checksumAt)) == record.littleEndian64(at: checksumAt) else {
            throw RecordFault(.wrongChecksum, at: checksumAt)
        }
        flags = RecordFlags(rawValue: record.littleEndian16(at: RecordLayout.flagsAt))
        guard flags.isSubset(of: .known) else { throw RecordFault(.unknownFlags, at: RecordLayout.flagsAt) }
        typeLength = Int(record[RecordLayout.headLength + RecordLayout.typeLengthAt])
        guard kept == RecordLayout.typeAt + typeLength else {
            throw RecordFault(.wrongInnerLength, at: RecordLayout.headLength + RecordLayout.typeLengthAt)
        }
        (streamLength, subjectLength, metadataLength, payloadLength) = (0, 0, 0, 0)
        if !isErased {
            let part = RecordLayout.headLength + kept
            guard withheld >= RecordLayout.streamAt else { throw RecordFault(.wrongInnerLength, at: part) }
            streamLength = Int(record[part + RecordLayout.streamLengthAt])
            subjectLength = Int(record.littleEndian16(at: part + RecordLayout.subjectLengthAt))
            metadataLength = Int(record.littleEndian16(at: part + RecordLayout.metadataLengthAt))
            payloadLength = Int(record.littleEndian32(at: part + RecordLayout.payloadLengthAt))
        }
        guard withheld == withheldLength else {
            throw RecordFault(.wrongInnerLength, at: RecordLayout.headLength + kept)
        }
    }
}

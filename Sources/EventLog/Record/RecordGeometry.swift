internal import Digest
internal import EventCoding

/// The lengths of one record's parts, checked against its bytes.
///
/// Each is kept as wide as the record has it: a block holds one of these for every event.
@usableFromInline
struct RecordGeometry: Hashable, BitwiseCopyable, Sendable {
    @usableFromInline private(set) var flags: RecordFlags
    @usableFromInline private(set) var typeBytes: UInt8
    @usableFromInline private(set) var streamBytes: UInt8 = 0
    @usableFromInline private(set) var subjectBytes: UInt16 = 0
    @usableFromInline private(set) var metadataBytes: UInt16 = 0
    @usableFromInline private(set) var payloadBytes: UInt32 = 0

    @inlinable var typeLength: Int { Int(typeBytes) }
    @inlinable var streamLength: Int { Int(streamBytes) }
    @inlinable var subjectLength: Int { Int(subjectBytes) }
    @inlinable var metadataLength: Int { Int(metadataBytes) }
    @inlinable var payloadLength: Int { Int(payloadBytes) }
    @inlinable var isErased: Bool { flags.contains(.erased) }
    @inlinable var keptAt: Int { RecordLayout.headLength }
    @inlinable var keptLength: Int { RecordLayout.typeAt + typeLength }
    @inlinable var withheldAt: Int { keptAt + keptLength }
    @inlinable var withheldLength: Int {
        isErased
            ? RecordLayout.innerDigestLength
            : RecordLayout.streamAt + streamLength + subjectLength + metadataLength + payloadLength
    }
    @inlinable var streamAt: Int { withheldAt + RecordLayout.streamAt }
    @inlinable var subjectAt: Int { streamAt + streamLength }
    @inlinable var metadataAt: Int { subjectAt + subjectLength }
    @inlinable var payloadAt: Int { metadataAt + metadataLength }
    @inlinable var checksumAt: Int { withheldAt + withheldLength }

    /// No lengths, where there is no record.
    init() {
        flags = []
        typeBytes = 0
    }

    /// The lengths of a record that is about to be written.
    init(of event: borrowing ProposedEvent, in stream: StreamName, flags: RecordFlags) {
        self.flags = flags
        typeBytes = UInt8(event.type.name.utf8.count)
        streamBytes = UInt8(stream.bytes.count)
        subjectBytes = UInt16(event.subject.utf8.count)
        metadataBytes = UInt16(event.metadata.count)
        payloadBytes = UInt32(event.payload.count)
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
        typeBytes = record[RecordLayout.headLength + RecordLayout.typeLengthAt]
        guard kept == RecordLayout.typeAt + typeLength else {
            throw RecordFault(.wrongInnerLength, at: RecordLayout.headLength + RecordLayout.typeLengthAt)
        }
        if !isErased {
            let part = RecordLayout.headLength + kept
            guard withheld >= RecordLayout.streamAt else { throw RecordFault(.wrongInnerLength, at: part) }
            streamBytes = record[part + RecordLayout.streamLengthAt]
            subjectBytes = record.littleEndian16(at: part + RecordLayout.subjectLengthAt)
            metadataBytes = record.littleEndian16(at: part + RecordLayout.metadataLengthAt)
            payloadBytes = record.littleEndian32(at: part + RecordLayout.payloadLengthAt)
        }
        guard withheld == withheldLength else {
            throw RecordFault(.wrongInnerLength, at: RecordLayout.headLength + kept)
        }
    }
}

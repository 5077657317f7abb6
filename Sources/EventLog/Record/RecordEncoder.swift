internal import Digest
internal import EventCoding
internal import Platform

/// Everything a record says, in the form in which it is about to be written.
struct RecordContent {
    var logID: LogID
    var position: UInt64
    var streamNumber: UInt32
    var revision: UInt64
    var id: EventID
    var recorded: Int64
    var clock: Int64
    var batchIndex: UInt32
    var batchSize: UInt32
    var flags: RecordFlags
    var stream: StreamName
    var salt: (UInt64, UInt64)
    var event: ProposedEvent
    /// The moment that stands where the caller gave none.
    var occurredMilliseconds: Int64
    var occurredZone: Int16
}

extension RecordContent {
    var kept: KeptPart {
        KeptPart(
            logID: logID, position: position, streamNumber: streamNumber, revision: revision, id: id,
            recorded: recorded, clock: clock, batchIndex: batchIndex, batchSize: batchSize, type: event.type,
            schemaVersion: event.schemaVersion)
    }
}

extension [UInt8] {
    /// Appends the record of `content`, checksum included.
    mutating func append(record content: RecordContent) {
        let start = count
        let event = content.event
        let withheld =
            RecordLayout.streamAt + content.stream.bytes.count + event.subject.utf8.count + event.metadata.count
            + event.payload.count
        appendHead(content.flags, kept: content.kept, withheldLength: withheld)

        appendLittleEndian(content.salt.0)
        appendLittleEndian(content.salt.1)
        appendLittleEndian(UInt64(bitPattern: content.occurredMilliseconds))
        appendLittleEndian(UInt16(bitPattern: content.occurredZone))
        append(UInt8(content.stream.bytes.count))
        appendLittleEndian(UInt16(event.subject.utf8.count))
        appendLittleEndian(UInt16(event.metadata.count))
        appendLittleEndian(UInt32(event.payload.count))
        append(contentsOf: content.stream.bytes)
        append(contentsOf: event.subject.utf8)
        append(contentsOf: event.metadata)
        append(contentsOf: event.payload)
        appendChecksum(from: start)
    }

    /// Appends the record of an erased event, checksum included.
    mutating func append(erasedRecord kept: KeptPart, flags: RecordFlags, innerDigest: SHA256Digest) {
        let start = count
        appendHead(flags.union(.erased), kept: kept, withheldLength: RecordLayout.innerDigestLength)
        innerDigest.append(to: &self)
        appendChecksum(from: start)
    }

    private mutating func appendChecksum(from start: Int) {
        let checksum = XXH3.hash64(span.extracting(start..<count))
        appendLittleEndian(checksum)
    }

    private mutating func appendHead(_ flags: RecordFlags, kept: KeptPart, withheldLength: Int) {
        let type = kept.type.name.utf8
        append(contentsOf: RecordLayout.magic)
        appendLittleEndian(RecordLayout.version)
        appendLittleEndian(flags.rawValue)
        appendLittleEndian(UInt32(RecordLayout.typeAt + type.count))
        appendLittleEndian(UInt32(withheldLength))

        appendBigEndian(kept.logID.high)
        appendBigEndian(kept.logID.low)
        appendLittleEndian(kept.position)
        appendLittleEndian(kept.streamNumber)
        appendLittleEndian(kept.revision)
        appendBigEndian(kept.id.high)
        appendBigEndian(kept.id.low)
        appendLittleEndian(UInt64(bitPattern: kept.recorded))
        appendLittleEndian(UInt64(bitPattern: kept.clock))
        appendLittleEndian(kept.batchIndex)
        appendLittleEndian(kept.batchSize)
        appendLittleEndian(kept.schemaVersion)
        append(UInt8(type.count))
        append(contentsOf: type)
    }
}

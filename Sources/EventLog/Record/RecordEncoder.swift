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

extension [UInt8] {
    /// Appends the record of `content`, checksum included.
    mutating func append(record content: RecordContent) {
        let start = count
        let event = content.event
        let type = event.type.name.utf8
        let withheld =
            RecordLayout.streamAt + content.stream.bytes.count + event.subject.utf8.count
            + event.metadata.count
            + event.payload.count
        append(contentsOf: RecordLayout.magic)
        appendLittleEndian(RecordLayout.version)
        appendLittleEndian(content.flags.rawValue)
        appendLittleEndian(UInt32(RecordLayout.typeAt + type.count))
        appendLittleEndian(UInt32(withheld))

        appendBigEndian(content.logID.high)
        appendBigEndian(content.logID.low)
        appendLittleEndian(content.position)
        appendLittleEndian(content.streamNumber)
        appendLittleEndian(content.revision)
        appendBigEndian(content.id.high)
        appendBigEndian(content.id.low)
        appendLittleEndian(UInt64(bitPattern: content.recorded))
        appendLittleEndian(UInt64(bitPattern: content.clock))
        appendLittleEndian(content.batchIndex)
        appendLittleEndian(content.batchSize)
        appendLittleEndian(event.schemaVersion)
        append(UInt8(type.count))
        append(contentsOf: type)

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

        let checksum = XXH3.hash64(span.extracting(start..<count))
        appendLittleEndian(checksum)
    }
}

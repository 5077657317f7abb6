internal import Digest
internal import EventCoding
internal import Platform

/// Everything a record says beside the event itself.
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
    var salt: (UInt64, UInt64)
    /// The moment that stands where the event gives none.
    var occurredMilliseconds: Int64
    var occurredZone: Int16
}

extension [UInt8] {
    /// Appends the record of `event`, checksum included.
    ///
    /// The fields of fixed size go in two blocks, each with one check for room.
    mutating func append(
        record content: RecordContent, of event: borrowing ProposedEvent, in stream: StreamName,
        _ geometry: RecordGeometry
    ) {
        let start = count
        append(contentsOf: RecordLayout.magic)
        append(addingCapacity: RecordLayout.headLength + RecordLayout.typeAt) { output in
            output.append(headOf: content, geometry)
            output.append(keptOf: content, schemaVersion: event.schemaVersion, geometry)
        }
        append(contentsOf: event.type.name.utf8)
        append(addingCapacity: RecordLayout.streamAt) { output in
            output.append(withheldOf: content, geometry)
        }
        append(contentsOf: stream.bytes)
        append(contentsOf: event.subject.utf8)
        append(contentsOf: event.metadata)
        append(contentsOf: event.payload)
        appendLittleEndian(XXH3.hash64(span.extracting(start..<count)))
    }
}

extension OutputSpan<UInt8> {
    /// The fixed head without its magic.
    fileprivate mutating func append(headOf content: RecordContent, _ geometry: RecordGeometry) {
        appendLittleEndian(RecordLayout.version)
        appendLittleEndian(content.flags.rawValue)
        appendLittleEndian(UInt32(geometry.keptLength))
        appendLittleEndian(UInt32(geometry.withheldLength))
    }

    /// The kept part up to the type's length.
    fileprivate mutating func append(
        keptOf content: RecordContent, schemaVersion: UInt16, _ geometry: RecordGeometry
    ) {
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
        appendLittleEndian(schemaVersion)
        append(UInt8(geometry.typeLength))
    }

    /// The withheld part up to the stream's name.
    fileprivate mutating func append(withheldOf content: RecordContent, _ geometry: RecordGeometry) {
        appendLittleEndian(content.salt.0)
        appendLittleEndian(content.salt.1)
        appendLittleEndian(UInt64(bitPattern: content.occurredMilliseconds))
        appendLittleEndian(UInt16(bitPattern: content.occurredZone))
        append(UInt8(geometry.streamLength))
        appendLittleEndian(UInt16(geometry.subjectLength))
        appendLittleEndian(UInt16(geometry.metadataLength))
        appendLittleEndian(UInt32(geometry.payloadLength))
    }
}

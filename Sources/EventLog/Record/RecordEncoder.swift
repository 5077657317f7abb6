internal import Digest
internal import EventCoding
internal import Platform

/// Everything a record says beside what its event says itself.
struct RecordContent {
    var kept: KeptPart
    var flags: RecordFlags
    var salt: (UInt64, UInt64)
    /// The moment that stands where the event gives none.
    var occurredMilliseconds: Int64
    var occurredZone: Int16
}

// The fields of fixed size go in blocks, each with one check for room.

extension [UInt8] {
    /// Appends the record of `event`, checksum included.
    ///
    /// - Parameter geometry: The lengths of its parts.
    mutating func append(
        record content: RecordContent, of event: borrowing ProposedEvent, in stream: StreamName,
        _ geometry: RecordGeometry
    ) {
        let start = count
        appendKept(content.kept, content.flags, withheldLength: geometry.withheldLength)
        append(addingCapacity: RecordLayout.streamAt) { output in
            output.append(withheldOf: content, geometry)
        }
        append(contentsOf: stream.bytes)
        append(contentsOf: event.subject.utf8)
        append(contentsOf: event.metadata)
        append(contentsOf: event.payload)
        appendChecksum(from: start)
    }

    /// Appends the record of an erased event, checksum included.
    mutating func append(erasedRecord kept: KeptPart, flags: RecordFlags, innerDigest: SHA256Digest) {
        let start = count
        appendKept(kept, flags.union(.erased), withheldLength: RecordLayout.innerDigestLength)
        innerDigest.append(to: &self)
        appendChecksum(from: start)
    }

    private mutating func appendChecksum(from start: Int) {
        let checksum = XXH3.hash64(span.extracting(start..<count))
        appendLittleEndian(checksum)
    }

    /// Appends the fixed head and the kept part.
    private mutating func appendKept(_ kept: KeptPart, _ flags: RecordFlags, withheldLength: Int) {
        let type = kept.type.name.utf8
        append(contentsOf: RecordLayout.magic)
        append(addingCapacity: RecordLayout.headLength + RecordLayout.typeAt) { output in
            output.appendLittleEndian(RecordLayout.version)
            output.appendLittleEndian(flags.rawValue)
            output.appendLittleEndian(UInt32(RecordLayout.typeAt + type.count))
            output.appendLittleEndian(UInt32(withheldLength))
            output.append(keptPart: kept, typeLength: type.count)
        }
        append(contentsOf: type)
    }
}

extension OutputSpan<UInt8> {
    /// The kept part up to the type's length.
    fileprivate mutating func append(keptPart kept: KeptPart, typeLength: Int) {
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
        append(UInt8(typeLength))
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

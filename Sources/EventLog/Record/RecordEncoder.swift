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
        let (type, subject) = (event.type.name, event.subject)
        let (metadata, payload) = (event.metadata.span, event.payload.span)
        append(addingCapacity: geometry.checksumAt) { (output: inout OutputSpan<UInt8>) in
            output.append(
                headAndKept: content.kept, content.flags, type, withheldLength: geometry.withheldLength)
            output.append(withheldOf: content, geometry)
            output.append(copying: stream.bytes.span)
            output.append(utf8Of: subject)
            output.append(copying: metadata)
            output.append(copying: payload)
        }
        appendChecksum(from: start)
    }

    /// Appends the record of an erased event, checksum included.
    mutating func append(erasedRecord kept: KeptPart, flags: RecordFlags, innerDigest: SHA256Digest) {
        let start = count
        let type = kept.type.name
        let length = RecordLayout.headLength + RecordLayout.typeAt + type.utf8.count
        append(addingCapacity: length) { (output: inout OutputSpan<UInt8>) in
            output.append(
                headAndKept: kept, flags.union(.erased), type,
                withheldLength: RecordLayout.innerDigestLength)
        }
        innerDigest.append(to: &self)
        appendChecksum(from: start)
    }

    private mutating func appendChecksum(from start: Int) {
        let checksum = XXH3.hash64(span.extracting(start..<count))
        appendLittleEndian(checksum)
    }
}

extension OutputSpan<UInt8> {
    /// Appends the fixed head and the kept part.
    fileprivate mutating func append(
        headAndKept kept: KeptPart, _ flags: RecordFlags, _ type: String, withheldLength: Int
    ) {
        let typeLength = type.utf8.count
        for byte in RecordLayout.magic { append(byte) }
        appendLittleEndian(RecordLayout.version)
        appendLittleEndian(flags.rawValue)
        appendLittleEndian(UInt32(RecordLayout.typeAt + typeLength))
        appendLittleEndian(UInt32(withheldLength))
        append(keptPart: kept, typeLength: typeLength)
        append(utf8Of: type)
    }

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

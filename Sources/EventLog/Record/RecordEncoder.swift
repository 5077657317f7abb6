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
    /// Appends the record of `content`, checksum included, and returns its lengths.
    ///
    /// The fixed fields are stored into blanks, since adding them byte by byte costs more than the rest.
    @discardableResult
    mutating func append(record content: borrowing RecordContent) -> RecordGeometry {
        let start = count
        let geometry = RecordGeometry(of: content)
        reserve(geometry.checksumAt + RecordLayout.checksumLength)
        appendHead(content.flags, kept: content.kept, withheldLength: geometry.withheldLength)
        append(contentsOf: RecordBlanks.withheldHead)
        append(contentsOf: content.stream.bytes)
        append(contentsOf: content.event.subject.utf8)
        append(contentsOf: content.event.metadata)
        append(contentsOf: content.event.payload)
        var bytes = mutableSpan
        bytes.storeWithheld(of: content, geometry, at: start + geometry.withheldAt)
        appendChecksum(from: start)
        return geometry
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
        append(contentsOf: RecordBlanks.checksum)
        var bytes = mutableSpan
        bytes.storeLittleEndian(checksum, at: bytes.count - RecordLayout.checksumLength)
    }

    private mutating func appendHead(_ flags: RecordFlags, kept: borrowing KeptPart, withheldLength: Int) {
        let start = count
        let typeLength = kept.type.name.utf8.count
        append(contentsOf: RecordBlanks.keptHead)
        append(contentsOf: kept.type.name.utf8)
        var bytes = mutableSpan
        for index in RecordLayout.magic.indices { bytes[start + index] = RecordLayout.magic[index] }
        bytes.storeLittleEndian(RecordLayout.version, at: start + RecordLayout.versionAt)
        bytes.storeLittleEndian(flags.rawValue, at: start + RecordLayout.flagsAt)
        bytes.storeLittleEndian(
            UInt32(RecordLayout.typeAt + typeLength), at: start + RecordLayout.keptLengthAt)
        bytes.storeLittleEndian(UInt32(withheldLength), at: start + RecordLayout.withheldLengthAt)
        bytes.storeKept(kept, typeLength: typeLength, at: start + RecordLayout.headLength)
    }

    /// Makes room for more bytes; unlike `reserveCapacity` at least doubles, so that many calls stay linear.
    private mutating func reserve(_ more: Int) {
        let needed = count + more
        if needed > capacity { reserveCapacity(Swift.max(needed, 2 * capacity)) }
    }
}

/// Zeros that stand where the fixed fields go.
private enum RecordBlanks {
    static let keptHead = [UInt8](repeating: 0, count: RecordLayout.headLength + RecordLayout.typeAt)
    static let withheldHead = [UInt8](repeating: 0, count: RecordLayout.streamAt)
    static let checksum = [UInt8](repeating: 0, count: RecordLayout.checksumLength)
}

extension MutableSpan<UInt8> {
    @_lifetime(self: copy self)
    fileprivate mutating func storeKept(_ kept: borrowing KeptPart, typeLength: Int, at start: Int) {
        storeBigEndian(kept.logID.high, at: start + RecordLayout.logIDAt)
        storeBigEndian(kept.logID.low, at: start + RecordLayout.logIDAt + 8)
        storeLittleEndian(kept.position, at: start + RecordLayout.positionAt)
        storeLittleEndian(kept.streamNumber, at: start + RecordLayout.streamNumberAt)
        storeLittleEndian(kept.revision, at: start + RecordLayout.revisionAt)
        storeBigEndian(kept.id.high, at: start + RecordLayout.eventIDAt)
        storeBigEndian(kept.id.low, at: start + RecordLayout.eventIDAt + 8)
        storeLittleEndian(UInt64(bitPattern: kept.recorded), at: start + RecordLayout.recordedAt)
        storeLittleEndian(UInt64(bitPattern: kept.clock), at: start + RecordLayout.clockAt)
        storeLittleEndian(kept.batchIndex, at: start + RecordLayout.batchIndexAt)
        storeLittleEndian(kept.batchSize, at: start + RecordLayout.batchSizeAt)
        storeLittleEndian(kept.schemaVersion, at: start + RecordLayout.schemaVersionAt)
        self[start + RecordLayout.typeLengthAt] = UInt8(typeLength)
    }

    @_lifetime(self: copy self)
    fileprivate mutating func storeWithheld(
        of content: borrowing RecordContent, _ geometry: RecordGeometry, at start: Int
    ) {
        storeLittleEndian(content.salt.0, at: start)
        storeLittleEndian(content.salt.1, at: start + 8)
        storeLittleEndian(
            UInt64(bitPattern: content.occurredMilliseconds), at: start + RecordLayout.occurredAt)
        storeLittleEndian(UInt16(bitPattern: content.occurredZone), at: start + RecordLayout.zoneAt)
        self[start + RecordLayout.streamLengthAt] = UInt8(geometry.streamLength)
        storeLittleEndian(UInt16(geometry.subjectLength), at: start + RecordLayout.subjectLengthAt)
        storeLittleEndian(UInt16(geometry.metadataLength), at: start + RecordLayout.metadataLengthAt)
        storeLittleEndian(UInt32(geometry.payloadLength), at: start + RecordLayout.payloadLengthAt)
    }
}

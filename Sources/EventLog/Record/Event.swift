public import EventCoding
internal import Platform

/// One event as it stands in the log, read in place.
///
/// A view: it lives as long as the block that holds its bytes, and copies nothing until asked. The
/// payload is the current form of the event type where an upcaster applied, else the stored one.
public struct Event: ~Escapable {
    @usableFromInline let record: Span<UInt8>
    @usableFromInline let geometry: RecordGeometry
    /// The payload to which upcasters brought the stored one; empty where that is current.
    @usableFromInline let upcast: Span<UInt8>
    @usableFromInline let upcastVersion: UInt16

    @inlinable
    @inline(__always)
    @_lifetime(copy record, copy upcast)
    init(record: Span<UInt8>, geometry: RecordGeometry, upcast: Span<UInt8>, upcastVersion: UInt16) {
        self.record = record
        self.geometry = geometry
        self.upcast = upcast
        self.upcastVersion = upcastVersion
    }

    /// The schema version of `payload`: the stored one unless an upcaster applied.
    @inlinable
    public var schemaVersion: UInt16 { upcast.isEmpty ? storedSchemaVersion : upcastVersion }

    // MARK: Kept part

    /// The place in the log, from 1.
    @inlinable
    public var position: UInt64 { kept64(RecordLayout.positionAt) }
    /// The id of the log, of the epoch in which the event was appended.
    public var logID: LogID {
        LogID(
            high: record.bigEndian64(at: geometry.keptAt + RecordLayout.logIDAt),
            low: record.bigEndian64(at: geometry.keptAt + RecordLayout.logIDAt + 8))
    }
    /// The number of the stream in this log, from 1.
    @inlinable
    public var streamNumber: UInt32 {
        record.littleEndian32(at: geometry.keptAt + RecordLayout.streamNumberAt)
    }
    /// The place in the stream, from 1.
    @inlinable
    public var revision: UInt64 { kept64(RecordLayout.revisionAt) }
    /// The event's id.
    public var id: EventID {
        EventID(
            high: record.bigEndian64(at: geometry.keptAt + RecordLayout.eventIDAt),
            low: record.bigEndian64(at: geometry.keptAt + RecordLayout.eventIDAt + 8))
    }
    /// When the event was appended, in milliseconds since 1970: never before the previous event's.
    @inlinable
    public var recorded: Int64 { Int64(bitPattern: kept64(RecordLayout.recordedAt)) }
    /// What the clock said at that moment, in milliseconds since 1970.
    public var clock: Int64 { Int64(bitPattern: kept64(RecordLayout.clockAt)) }
    /// The place in its batch, from 0.
    public var batchIndex: UInt32 { record.littleEndian32(at: geometry.keptAt + RecordLayout.batchIndexAt) }
    /// The number of events in its batch.
    public var batchSize: UInt32 { record.littleEndian32(at: geometry.keptAt + RecordLayout.batchSizeAt) }
    /// The schema version as stored; upcasting never changes it.
    @inlinable
    public var storedSchemaVersion: UInt16 {
        record.littleEndian16(at: geometry.keptAt + RecordLayout.schemaVersionAt)
    }
    /// The name of the event type, in UTF-8.
    @inlinable
    public var typeName: Span<UInt8> {
        @_lifetime(copy self) get {
            let start = geometry.keptAt + RecordLayout.typeAt
            return record.extracting(start..<start + geometry.typeLength)
        }
    }
    /// What the fixed head says.
    @inlinable
    public var flags: RecordFlags { geometry.flags }

    // MARK: Withheld part

    /// When it happened, as given by the caller.
    @inlinable
    public var occurred: Timestamp {
        Timestamp(
            milliseconds: Int64(
                bitPattern: record.littleEndian64(at: geometry.withheldAt + RecordLayout.occurredAt)),
            zoneMinutes: Int16(
                bitPattern: record.littleEndian16(at: geometry.withheldAt + RecordLayout.zoneAt)))
    }
    /// The name of the stream, in UTF-8.
    @inlinable
    public var streamName: Span<UInt8> {
        @_lifetime(copy self) get { part(geometry.streamAt, geometry.streamLength) }
    }
    /// What the event is about, in UTF-8; empty where it is about nothing in particular.
    @inlinable
    public var subject: Span<UInt8> {
        @_lifetime(copy self) get { part(geometry.subjectAt, geometry.subjectLength) }
    }
    /// The metadata, a map in deterministic CBOR; empty where there is none.
    public var metadata: Span<UInt8> {
        @_lifetime(copy self) get { part(geometry.metadataAt, geometry.metadataLength) }
    }
    /// The payload in deterministic CBOR, in the current form of its type.
    @inlinable
    public var payload: Span<UInt8> {
        @_lifetime(copy self) get { upcast.isEmpty ? storedPayload : upcast }
    }
    /// The payload as stored.
    @inlinable
    public var storedPayload: Span<UInt8> {
        @_lifetime(copy self) get { part(geometry.payloadAt, geometry.payloadLength) }
    }
    /// The payload, to be walked in place.
    @inlinable
    public var fields: CBORView {
        @_lifetime(copy self) get { CBORView(trusted: payload) }
    }
    /// The 16 random bytes that hide the withheld part behind its digest.
    public var salt: Span<UInt8> {
        @_lifetime(copy self) get { part(geometry.withheldAt, RecordLayout.saltLength) }
    }

    // MARK: Whole record

    /// The record's bytes as stored.
    public var bytes: Span<UInt8> {
        @_lifetime(copy self) get { record }
    }

    /// Whether this is an event of `type`.
    ///
    /// - Complexity: O(length of the name).
    public func isOf(_ type: EventType) -> Bool { type.matches(typeName) }

    @inlinable
    @inline(__always)
    @_lifetime(copy self)
    func part(_ start: Int, _ length: Int) -> Span<UInt8> {
        record.extracting(start..<start + length)
    }

    @inlinable
    @inline(__always)
    func kept64(_ offset: Int) -> UInt64 { record.littleEndian64(at: geometry.keptAt + offset) }
}

extension Event {
    /// The name of the event type.
    public var typeText: String { String(utf8: typeName) }
    /// The name of the stream.
    public var streamText: String { String(utf8: streamName) }
    /// What the event is about.
    public var subjectText: String { String(utf8: subject) }
}

extension String {
    /// The text of UTF-8 bytes; ill-formed ones become replacement characters.
    init(utf8 bytes: Span<UInt8>) {
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        self.init(decoding: copy, as: UTF8.self)
    }
}

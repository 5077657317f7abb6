public import Digest

/// What is left of an event whose withheld part was erased: its place, never its content.
public struct WithheldEvent: ~Escapable {
    let record: Span<UInt8>
    let geometry: RecordGeometry

    @_lifetime(copy record)
    init(record: Span<UInt8>, geometry: RecordGeometry) {
        self.record = record
        self.geometry = geometry
    }

    /// The kept part, in which everything but the content can still be read.
    public var position: UInt64 { record.littleEndian64(at: geometry.keptAt + RecordLayout.positionAt) }
    /// The id of the log, of the epoch in which the event was appended.
    public var logID: LogID {
        LogID(
            high: record.bigEndian64(at: geometry.keptAt + RecordLayout.logIDAt),
            low: record.bigEndian64(at: geometry.keptAt + RecordLayout.logIDAt + 8))
    }
    /// The number of the stream in this log.
    public var streamNumber: UInt32 {
        record.littleEndian32(at: geometry.keptAt + RecordLayout.streamNumberAt)
    }
    /// The place in the stream.
    public var revision: UInt64 { record.littleEndian64(at: geometry.keptAt + RecordLayout.revisionAt) }
    /// The event's id.
    public var id: EventID {
        EventID(
            high: record.bigEndian64(at: geometry.keptAt + RecordLayout.eventIDAt),
            low: record.bigEndian64(at: geometry.keptAt + RecordLayout.eventIDAt + 8))
    }
    /// When the event was appended, in milliseconds since 1970.
    public var recorded: Int64 {
        Int64(bitPattern: record.littleEndian64(at: geometry.keptAt + RecordLayout.recordedAt))
    }
    /// What the clock said when the event was appended, in milliseconds since 1970.
    public var clock: Int64 {
        Int64(bitPattern: record.littleEndian64(at: geometry.keptAt + RecordLayout.clockAt))
    }
    /// The place in its batch, from 0.
    public var batchIndex: UInt32 { record.littleEndian32(at: geometry.keptAt + RecordLayout.batchIndexAt) }
    /// The number of events in its batch.
    public var batchSize: UInt32 { record.littleEndian32(at: geometry.keptAt + RecordLayout.batchSizeAt) }
    /// The schema version of what was erased.
    public var storedSchemaVersion: UInt16 {
        record.littleEndian16(at: geometry.keptAt + RecordLayout.schemaVersionAt)
    }
    /// What the fixed head says.
    public var flags: RecordFlags { geometry.flags }
    /// The digest that stands in place of the erased part.
    public var innerDigest: SHA256Digest {
        let digest = record.extracting(geometry.withheldAt..<geometry.checksumAt)
        return SHA256Digest(bytes: digest) ?? .zero
    }
    /// The name of the event type.
    public var typeText: String {
        let start = geometry.keptAt + RecordLayout.typeAt
        return String(utf8: record.extracting(start..<start + geometry.typeLength))
    }
    /// The record's bytes as stored.
    public var bytes: Span<UInt8> {
        @_lifetime(copy self) get { record }
    }
}

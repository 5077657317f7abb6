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

package import EventCoding

/// The part of a record that can never be erased: where an event stands, which one it is, and when it came.
package struct KeptPart: Hashable, Sendable {
    /// The id of the log when the event was appended.
    package var logID: LogID
    /// The place in the log, from 1.
    package var position: UInt64
    /// The number of the stream in the log, from 1.
    package var streamNumber: UInt32
    /// The place in the stream, from 1.
    package var revision: UInt64
    /// The event's id.
    package var id: EventID
    /// When it was appended, in milliseconds since 1970.
    package var recorded: Int64
    /// What the clock said then.
    package var clock: Int64
    /// The place in its batch, from 0.
    package var batchIndex: UInt32
    /// The number of events in its batch.
    package var batchSize: UInt32
    /// The kind of event.
    package var type: EventType
    /// The schema version of the payload, from 1.
    package var schemaVersion: UInt16

    package init(
        logID: LogID, position: UInt64, streamNumber: UInt32, revision: UInt64, id: EventID, recorded: Int64,
        clock: Int64, batchIndex: UInt32, batchSize: UInt32, type: EventType, schemaVersion: UInt16
    ) {
        self.logID = logID
        self.position = position
        self.streamNumber = streamNumber
        self.revision = revision
        self.id = id
        self.recorded = recorded
        self.clock = clock
        self.batchIndex = batchIndex
        self.batchSize = batchSize
        self.type = type
        self.schemaVersion = schemaVersion
    }
}

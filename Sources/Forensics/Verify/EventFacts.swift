import EventLog

/// What a check needs of an event or of what is left of an erased one.
struct EventFacts {
    let position: UInt64
    let logID: LogID
    let streamNumber: UInt32
    let revision: UInt64
    let id: EventID
    let recorded: Int64
    let clock: Int64
    let batchIndex: UInt32
    let batchSize: UInt32
    let schemaVersion: UInt16
    let flags: RecordFlags

    init(_ event: borrowing Event) {
        position = event.position
        logID = event.logID
        streamNumber = event.streamNumber
        revision = event.revision
        id = event.id
        recorded = event.recorded
        clock = event.clock
        batchIndex = event.batchIndex
        batchSize = event.batchSize
        schemaVersion = event.storedSchemaVersion
        flags = event.flags
    }

    init(_ event: borrowing WithheldEvent) {
        position = event.position
        logID = event.logID
        streamNumber = event.streamNumber
        revision = event.revision
        id = event.id
        recorded = event.recorded
        clock = event.clock
        batchIndex = event.batchIndex
        batchSize = event.batchSize
        schemaVersion = event.storedSchemaVersion
        flags = event.flags
    }
}

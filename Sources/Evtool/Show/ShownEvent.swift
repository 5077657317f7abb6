internal import Digest
internal import EventCoding
internal import EventLog

/// Everything that `show` tells about one event, copied out of the block that held it.
struct ShownEvent {
    let position: UInt64
    let stream: String
    let streamNumber: UInt32
    let revision: UInt64
    let id: String
    let type: String
    /// The version in which the payload is stored, and the one in which it is shown.
    let storedVersion: UInt16
    let version: UInt16
    let subject: String
    let occurred: Timestamp
    /// When it was appended, and what the clock said then; milliseconds since 1970.
    let recorded: Int64
    let clock: Int64
    let batchIndex: UInt32
    let batchSize: UInt32
    /// The flags by name.
    let flags: [String]
    let metadata: PayloadValue
    let data: PayloadValue
    let leaf: String
    let byteCount: Int

    init(_ event: borrowing Event) {
        position = event.position
        stream = event.streamText
        streamNumber = event.streamNumber
        revision = event.revision
        id = event.id.description
        type = event.typeText
        storedVersion = event.storedSchemaVersion
        version = event.schemaVersion
        subject = event.subjectText
        occurred = event.occurred
        recorded = event.recorded
        clock = event.clock
        batchIndex = event.batchIndex
        batchSize = event.batchSize
        let names: [(RecordFlags, String)] = [
            (.imported, "imported"), (.generatedID, "id generated"), (.clockRanBack, "clock ran back"),
            (.salvaged, "salvaged"),
        ]
        let flags = event.flags
        self.flags = names.filter { flags.contains($0.0) }.map(\.1)
        metadata =
            event.metadata.isEmpty
            ? .map(PayloadMap()) : PayloadValue(CBORView(trusted: event.metadata))
        data = PayloadValue(event.fields)
        var hasher = LeafHasher()
        leaf = hasher.leaf(of: event).hex
        byteCount = event.bytes.count
    }

    /// Why the payload is not shown in a form that this build knows, or nil when it is.
    func schemaProblem(_ catalogue: EventCatalogue) -> String? {
        guard
            let definition = catalogue.definitions.first(where: { $0.type.name.utf8.elementsEqual(type.utf8) }
            )
        else { return "this build does not know the type; data as stored" }
        if version > definition.version {
            return "version \(version) is newer than this build knows (\(definition.version)); data as stored"
        }
        if version < definition.version {
            return "could not be brought from version \(version) to \(definition.version); data as stored"
        }
        return nil
    }
}

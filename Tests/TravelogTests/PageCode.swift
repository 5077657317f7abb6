import EventCoding
import EventLog
import Projections
import Travelog

// The code of the landing pages, as it stands there.

struct Watered: EventPayload {
    var plant = ""
    static let definition = EventDefinition(
        "plant.watered", payload: Watered.self, summary: "Somebody watered a plant.",
        subject: "plant", line: "{plant}")
    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&plant, Field("plant", "The plant's name."))
    }
}

struct Watering: Projection {
    static let name: StaticString = "watering"
    static let version: UInt32 = 1
    static let plants = Table(1, "plants")
    static let tables = [plants]
    static let shownTables = [
        ShownTable("plants", base: plants, columns: ["times"], keyParts: ["plant"], needsSource: false)
    ]
    static let types: [EventType] = ["plant.watered"]

    func apply<R: Rows & ~Copyable>(_ event: borrowing Event, to rows: inout R) throws(FoldError) {
        let key = rows.key(event.subject)
        var row = rows.row(Self.plants, key) ?? Row(order: event.position)
        row.a += 1
        rows.set(Self.plants, key, row, because: Reason("watered"))
    }

    func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        var sort = SortKey()
        sort.descending(row.values.a)
        output.add(key: row.key.texts, columns: [.integer(row.values.a)], sort: sort)
    }
}

enum PageCode {
    static func log(payload: [UInt8]) throws -> Receipt {
        let log = try EventLog.create(at: "alice.evlog")
        let receipt = try log.append(
            [ProposedEvent(type: "photo.viewed", subject: "p17", payload: payload)], to: StreamName("alice"),
            key: "view-17")
        return receipt
    }

    static func travelog(photo: Photo) throws -> [Recent] {
        let travelog = try Travelog.open(at: "alice.evlog")
        let alice = try travelog.history(of: "alice")
        try alice.view(photo)
        let recents = try alice.recents()
        return recents
    }
}

import EventCoding
import EventLog
import Projections

/// A second, small model: a sectioned list of numbers whose sections can be deleted.
///
/// It keeps the engine honest: nothing of it knows photos.
enum NumbersModel {
    /// A number was put into a section.
    static let added: EventType = "number.added"
    /// A number was taken out of a section.
    static let removed: EventType = "number.removed"
    /// A section was deleted, by its name.
    static let sectionDeleted: EventType = "section.deleted"

    static let catalogue = makeCatalogue(addedVersion: 1)

    /// The catalogue of a later build, in which `number.added` has two versions.
    static let laterCatalogue = makeCatalogue(addedVersion: 2)

    static let projections = [AnyProjection(Sections()), AnyProjection(Latest(limit: 3))]

    private static func makeCatalogue(addedVersion: UInt16) -> EventCatalogue {
        // The section was called `list` once.
        let upcaster = Upcaster(from: 1, summary: "A list is called a section.") { payload in
            guard case .map(var map) = payload else { return payload }
            if let list = map["list"] {
                map["section"] = list
                map["list"] = nil
            }
            return .map(map)
        }
        do {
            return try EventCatalogue([
                EventDefinition(
                    added, version: addedVersion, payload: NumberPayload.self, summary: "A number came in.",
                    line: "{number} in {section}", upcasters: addedVersion == 1 ? [] : [upcaster]),
                EventDefinition(
                    removed, payload: NumberPayload.self, summary: "A number went.",
                    line: "{number} in {section}"),
                EventDefinition(
                    sectionDeleted, payload: NumberPayload.self, summary: "A section went.",
                    line: "{section}"),
            ])
        } catch {
            preconditionFailure("\(error)")
        }
    }

    static func add(_ number: Int64, to section: String, version: UInt16 = 1) -> ProposedEvent {
        event(added, section, number, version, key: version == 0 ? "list" : "section")
    }

    /// The payload of the time when a section was called a list.
    static func addToList(_ number: Int64, _ list: String) -> ProposedEvent {
        event(added, list, number, 1, key: "list")
    }

    static func remove(_ number: Int64, from section: String) -> ProposedEvent {
        event(removed, section, number, 1, key: "section")
    }

    static func delete(_ section: String) -> ProposedEvent {
        event(sectionDeleted, section, 0, 1, key: "section")
    }

    /// An event that no fold can apply.
    static func broken() -> ProposedEvent {
        ProposedEvent(type: added, subject: "x", payload: PayloadValue.list([]).cbor)
    }

    private static func event(
        _ type: EventType, _ section: String, _ number: Int64, _ version: UInt16, key: String
    ) -> ProposedEvent {
        var map = PayloadMap()
        map[key] = .text(section)
        map["number"] = .integer(number)
        return ProposedEvent(
            type: type, schemaVersion: version, subject: "\(number)", payload: PayloadValue.map(map).cbor,
            occurred: Timestamp(milliseconds: number))
    }
}

/// The payload of every event of the model.
struct NumberPayload: PayloadRecord {
    var section = ""
    var number: Int64?

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&section, Field("section", "The section's name."))
        try visitor.optionalInteger(&number, Field("number", "The number."))
    }
}

extension Reason {
    static let added = Reason("added")
    static let removed = Reason("removed")
    static let known = Reason("known")
    static let absent = Reason("absent")
    static let deleted = Reason("deleted")
    static let tooMany = Reason("tooMany")
}

/// Numbers by section, and how many each section has.
struct Sections: Projection {
    static let name: StaticString = "sections"
    static let version: UInt32 = 1
    static let numbers = Table(1, "numbers")
    static let sums = Table(2, "sums")
    static let tables = [numbers, sums]
    static let types = [NumbersModel.added, NumbersModel.removed, NumbersModel.sectionDeleted]
    static let shownTables = [
        ShownTable(
            "sections", base: sums, columns: ["count"], keyParts: ["section"], needsSource: false),
        ShownTable(
            "sections.numbers", base: numbers, lookups: [sums], columns: ["when", "of"],
            keyParts: ["section", "number"], groupParts: 1, isQuery: true),
    ]

    func apply<R: Rows & ~Copyable>(_ event: borrowing Event, to rows: inout R) throws(FoldError) {
        guard let section = event.fields["section"]?.text else { throw .payload("section", "is missing") }
        if event.isOf(NumbersModel.sectionDeleted) {
            let prefix = rows.key(section)
            if rows.removeAll(Self.numbers, prefix: prefix, because: .deleted) == 0 {
                rows.ignore(Self.sums, prefix, because: .absent)
            }
            rows.remove(Self.sums, prefix, because: .deleted)
            return
        }
        let (key, group) = (rows.key(section, event.subject), rows.key(section))
        var sum = rows.row(Self.sums, group) ?? Row(order: event.position)
        if event.isOf(NumbersModel.added) {
            guard rows.row(Self.numbers, key) == nil else {
                return rows.ignore(Self.numbers, key, because: .known)
            }
            let row = Row(order: event.position, source: event.position)
            rows.set(Self.numbers, key, row, because: .added)
            sum.a += 1
            rows.set(Self.sums, group, sum, because: .added)
            // Changes come first here, so that a late error shows whether they are undone.
            if event.subject.isUTF8(of: "-13") {
                throw FoldError(FoldError.Code("E-THIRTEEN"), "-13 is not taken")
            }
        } else {
            guard let row = rows.row(Self.numbers, key) else {
                return rows.ignore(Self.numbers, key, because: .absent)
            }
            try rows.past(row.source) { (then: borrowing Event, rows: inout R) throws(FoldError) in
                sum.a -= 1
                sum.b = then.occurred.milliseconds
            }
            rows.remove(Self.numbers, key, because: .removed)
            rows.set(Self.sums, group, sum, because: .removed)
        }
    }

    func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        var sort = SortKey()
        sort.ascending(row.key.parts[0])
        guard table.isQuery else {
            return output.add(key: row.key.texts, columns: [.integer(row.values.a)], sort: sort)
        }
        sort.ascending(row.values.order)
        let sum = neighbours.row(Self.sums, RowKey(row.key.texts[0]))
        var when = ColumnValue.none
        if let event = source { when = .time(event.occurred) }
        output.add(
            key: row.key.texts, columns: [when, sum.map { .integer($0.values.a) } ?? .none], sort: sort)
    }
}

/// The numbers added last.
struct Latest: Projection {
    static let name: StaticString = "latest"
    static let version: UInt32 = 1
    static let table = Table(5, "latest", layout: .packed)
    static let tables = [table]
    static let types = [NumbersModel.added]
    static let shownTables = [
        ShownTable("latest", base: table, columns: ["when"], keyParts: ["number"])
    ]
    let limit: Int
    var parameters: [Parameter] { [Parameter("limit", limit)] }

    func apply<R: Rows & ~Copyable>(_ event: borrowing Event, to rows: inout R) throws(FoldError) {
        let row = Row(order: event.position, source: event.position)
        rows.set(Self.table, rows.key(event.subject), row, because: .added)
        rows.trim(Self.table, to: limit, because: .tooMany)
    }

    func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        var sort = SortKey()
        sort.descending(row.values.order)
        var when = ColumnValue.none
        if let event = source { when = .time(event.occurred) }
        output.add(key: row.key.texts, columns: [when], sort: sort)
    }
}

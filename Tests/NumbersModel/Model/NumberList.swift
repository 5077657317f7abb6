public import EventCoding
public import EventLog
public import Projections

/// A list of numbers in sections that are stated: they stay, empty, until somebody deletes them.
public struct NumberList: Projection {
    /// The projection's name.
    public static let name: StaticString = "numbers"
    /// The version of the fold.
    public static let version: UInt32 = 1
    /// The event types that it wants.
    public static let types = NumbersModel.catalogue.types
    /// The kept tables.
    public static let tables = [sections, numbers]

    /// The sections.
    ///
    /// The key is the name; `order` and `source` are the event that added it, `a` is the number of its rows.
    public static let sections = Table(1, "sections")

    /// The numbers.
    ///
    /// The key is section and digits; `order` and `source` are the event that added it, `a` is the number.
    public static let numbers = Table(2, "numbers")

    /// The tables that users name.
    public static let shownTables = [sectionsTable, numbersTable]

    /// The sections in the order in which they were added.
    public static let sectionsTable = ShownTable(
        "sections", base: sections, columns: ["numbers"], keyParts: ["section"], needsSource: false)

    /// The numbers, small ones first in each section.
    public static let numbersTable = ShownTable(
        "numbers", base: numbers, lookups: [sections], columns: ["section", "number"],
        keyParts: ["section", "digits"], groupParts: 1, needsSource: false)

    /// The list.
    public init() {}

    /// Applies one event.
    ///
    /// - Throws: `FoldError` when the payload lacks what is needed.
    public func apply<R: Rows & ~Copyable>(
        _ event: borrowing Event, to rows: inout R
    ) throws(FoldError) {
        guard let name = event.fields["section"]?.text else { throw .payload("section", "is missing") }
        let section = rows.key(name)
        if event.isOf(SectionAdded.definition.type) {
            guard rows.row(Self.sections, section) == nil else {
                return rows.ignore(Self.sections, section, because: .sectionExists)
            }
            let row = Row(order: event.position, source: event.position)
            rows.set(Self.sections, section, row, because: .sectionAdded)
        } else if event.isOf(SectionDeleted.definition.type) {
            guard rows.remove(Self.sections, section, because: .sectionDeleted) != nil else {
                return rows.ignore(Self.sections, section, because: .noSuchSection)
            }
            rows.removeAll(Self.numbers, prefix: section, because: .sectionDeleted)
        } else {
            try change(event, name, &rows)
        }
    }

    /// Puts a number into its section, or takes it out.
    private func change<R: Rows & ~Copyable>(
        _ event: borrowing Event, _ name: Span<UInt8>, _ rows: inout R
    ) throws(FoldError) {
        guard let number = event.fields["number"]?.integer else { throw .payload("number", "is missing") }
        let section = rows.key(name)
        let digits = Array(String(number).utf8)
        let key = rows.key(name, digits.span)
        guard var sums = rows.row(Self.sections, section) else {
            return rows.ignore(Self.numbers, key, because: .noSuchSection)
        }
        let isThere = rows.row(Self.numbers, key) != nil
        if event.isOf(NumberAdded.definition.type) {
            guard !isThere else { return rows.ignore(Self.numbers, key, because: .numberExists) }
            let row = Row(order: event.position, source: event.position, a: number)
            rows.set(Self.numbers, key, row, because: .numberAdded)
            sums.a += 1
            rows.set(Self.sections, section, sums, because: .numberAdded)
        } else {
            guard isThere else { return rows.ignore(Self.numbers, key, because: .noSuchNumber) }
            rows.remove(Self.numbers, key, because: .numberRemoved)
            sums.a -= 1
            rows.set(Self.sections, section, sums, because: .numberRemoved)
        }
    }

    /// Renders one kept row.
    public func render(
        _ row: TableRow, in table: ShownTable, from source: Event?, beside neighbours: RowLookup,
        into output: inout RenderedRows
    ) {
        let key = row.key.texts
        var sort = SortKey()
        if table.base == Self.sections {
            sort.ascending(row.values.order)
            output.add(key: key, columns: [.integer(row.values.a)], sort: sort)
        } else {
            sort.ascending(neighbours.row(Self.sections, RowKey(key[0]))?.values.order ?? .max)
            sort.ascending(row.values.a)
            output.add(key: key, columns: [.text(key[0]), .integer(row.values.a)], sort: sort)
        }
    }
}

extension Reason {
    /// The section was added.
    public static let sectionAdded = Reason("sectionAdded")
    /// The section was deleted.
    public static let sectionDeleted = Reason("sectionDeleted")
    /// There is a section of that name already.
    public static let sectionExists = Reason("sectionExists")
    /// There is no section of that name.
    public static let noSuchSection = Reason("noSuchSection")
    /// The number was put into the section.
    public static let numberAdded = Reason("numberAdded")
    /// The number was taken out of the section.
    public static let numberRemoved = Reason("numberRemoved")
    /// The section holds the number already.
    public static let numberExists = Reason("numberExists")
    /// The section does not hold the number.
    public static let noSuchNumber = Reason("noSuchNumber")
}

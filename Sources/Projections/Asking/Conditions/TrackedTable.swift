import EventLog

/// What a condition needs to know of one shown table, kept while a history is folded.
final class TrackedTable {
    /// So many rows are rendered to see whether the last part of a kept key tells what users type.
    private static let probation = 256

    let table: ShownTable
    let projection: AnyProjection
    /// The place of the projection among those that are folded.
    let slot: Int
    /// The keys that are asked about.
    private(set) var keys: [TrackedKey] = []
    /// How many rows there are; kept only where somebody asks.
    private(set) var count = 0
    /// Whether the current event touched the table's own rows.
    private(set) var isTouched = false
    /// Whether the current event touched rows that these are rendered beside.
    private(set) var isBesideTouched = false

    private var asksCount = false
    /// The order of the rows, where a rank is asked for.
    private var order: RankOrder?
    /// The event from which on every change of the table's rows is heard, since a row may be there whose rank is
    /// asked for; nil while there is none.
    private var rankStart: UInt64?
    /// Whether the order holds the rows.
    private var isOrdered = false
    /// The rows beside which these are rendered, by table.
    private var lookups: [UInt8: [RowKey: TableRow]] = [:]
    /// How many shown rows each kept row of a query gives.
    private var shownCounts: [RowKey: Int] = [:]
    private var untested = TrackedTable.probation

    init(_ table: ShownTable, of projection: AnyProjection, slot: Int) {
        self.table = table
        self.projection = projection
        self.slot = slot
    }

    /// The kept tables that matter.
    var tableIDs: [UInt8] { [table.base.id] + lookups.keys }

    // MARK: Questions

    /// Prepares for a question, and returns the place of its key.
    func prepare(for question: RowTest.Question) -> Int? {
        switch question {
        case .count:
            asksCount = true
            return nil
        case .has(let key): return index(ofKey: key)
        case .field(let field, let key, _):
            if field != RowTest.since {
                for lookup in table.lookups { lookups[lookup.id] = [:] }
            }
            if isRank(field), order == nil { order = RankOrder() }
            return index(ofKey: key)
        }
    }

    /// Whether a field is the rank, not a column of that name.
    func isRank(_ field: String) -> Bool { field == RowTest.rank && !table.columns.contains(field) }

    private func index(ofKey key: String) -> Int {
        if let known = keys.firstIndex(where: { $0.match.text.utf8.elementsEqual(key.utf8) }) { return known }
        keys.append(TrackedKey(KeyMatch(key, in: table)))
        return keys.count - 1
    }

    // MARK: Effects

    /// Whether ranks cost nothing while no row is there that they are asked of.
    ///
    /// Rows that are rendered beside others, or as several, are followed all the time.
    private var ranksWait: Bool { order != nil && lookups.isEmpty && !table.isQuery }

    /// Whether an effect may change an answer: then every effect of its event is to be heard.
    func awaits(_ effect: EffectNote, _ key: Span<UInt8>, at position: UInt64) -> Bool {
        if !lookups.isEmpty, lookups[effect.tableID] != nil { return true }
        guard effect.tableID == table.base.id else { return false }
        let mayFit = mayFit(key)
        if mayFit, ranksWait, rankStart == nil { rankStart = position }
        if mayFit { return true }
        if asksCount, effect.operation != .set || table.isQuery { return true }
        return order != nil && (!ranksWait || rankStart != nil)
    }

    /// Whether a key may be one of those asked about, or is needed to see how keys are told.
    private func mayFit(_ key: Span<UInt8>) -> Bool {
        guard !keys.isEmpty else { return false }
        if untested > 0 { return true }
        for index in keys.indices where keys[index].match.mayBe(key) { return true }
        return false
    }

    /// Whether an effect on the projection's tables may change an answer, as far as a look at it tells.
    func mayMatter(_ effect: Effect) -> Bool {
        if lookups[effect.tableID] != nil { return true }
        guard effect.tableID == table.base.id else { return false }
        if untested > 0 || order != nil { return true }
        if asksCount, effect.operation != .set || table.isQuery { return true }
        return keys.contains { $0.match.mayBe(effect.key) }
    }

    /// Takes note of an effect on one of the tables that matter.
    func take(_ effect: Effect, _ finder: inout EventFinder, _ block: borrowing EventBlock) throws {
        let row = effect.after.map { TableRow(key: effect.key, values: $0, since: effect.position) }
        if lookups[effect.tableID] != nil {
            lookups[effect.tableID]?[effect.key] = row
            isBesideTouched = true
            order?.neighboursChanged()
        }
        guard effect.tableID == table.base.id else { return }
        isTouched = true
        if !ranksWait || isOrdered, effect.position >= rankStart ?? 0 { order?.take(row, effect.key) }
        var rendered: [RenderedRow]?
        if asksCount { try count(effect, row, &rendered, &finder, block) }
        if !keys.isEmpty { try takeKeys(effect.key, row, &rendered, &finder, block) }
    }

    private func count(
        _ effect: Effect, _ row: TableRow?, _ rendered: inout [RenderedRow]?, _ finder: inout EventFinder,
        _ block: borrowing EventBlock
    ) throws {
        guard table.isQuery else {
            // Such a table shows one row for each kept one.
            if effect.operation == .insert { count += 1 } else if effect.operation == .remove { count -= 1 }
            return
        }
        if rendered == nil, let row { rendered = try render(row, &finder, block) }
        let new = rendered?.count ?? 0
        count += new - (shownCounts[effect.key] ?? 0)
        shownCounts[effect.key] = row == nil ? nil : new
    }

    private func takeKeys(
        _ key: RowKey, _ row: TableRow?, _ rendered: inout [RenderedRow]?, _ finder: inout EventFinder,
        _ block: borrowing EventBlock
    ) throws {
        let isTest = untested > 0 && row != nil
        if isTest, let row {
            untested -= 1
            if rendered == nil { rendered = try render(row, &finder, block) }
            if let rendered, !isTold(rendered, by: key) {
                untested = 0
                for index in keys.indices { keys[index].match.isThorough = true }
            }
        }
        for index in keys.indices where isTest || keys[index].match.mayBe(key) {
            if rendered == nil, let row { rendered = try render(row, &finder, block) }
            keys[index].take(rendered, of: row, key)
        }
    }

    /// Whether the bytes of a kept key tell which typed keys it may stand for.
    private func isTold(_ rendered: [RenderedRow], by key: RowKey) -> Bool {
        rendered.allSatisfy { row in
            let short = row.key.dropFirst(table.groupParts).joined(separator: "/")
            return KeyMatch(row.keyText, in: table).mayBe(key) && KeyMatch(short, in: table).mayBe(key)
        }
    }

    /// Forgets what the current event touched.
    func settle() {
        isTouched = false
        isBesideTouched = false
        for index in keys.indices where keys[index].isTouched { keys[index].settle() }
    }

    // MARK: Ranks

    /// From so many rows on an order is kept for good: to begin anew costs more than to hear every change.
    private static let fewRows = 1000

    /// Whether a rank may be asked for while the order of the rows is not known.
    var lacksOrder: Bool { ranksWait && !isOrdered && rankStart != nil }

    /// Brings the order to where it was before the first event from which on everything was heard.
    ///
    /// - Parameters:
    ///   - rows: The rows as the present block leaves them.
    ///   - effects: What was heard of the projection in this block.
    func beginRanks(_ rows: RowsUnderWay, _ effects: [Effect]) {
        guard let rankStart, let stream = effects.first?.stream else { return }
        var before: [RowKey: TableRow] = [:]
        for row in rows.rows(of: slot, stream: stream, table: table.base) { before[row.key] = row }
        for effect in effects.reversed() where effect.tableID == table.base.id && effect.position >= rankStart
        {
            before[effect.key] = effect.before.map {
                TableRow(key: effect.key, values: $0, since: effect.sinceBefore ?? 0)
            }
        }
        order = RankOrder(before)
        isOrdered = true
    }

    /// Forgets the order at the end of a block where nobody can ask for a rank.
    func endRanks() {
        guard ranksWait, let order, order.count < Self.fewRows || !isOrdered,
            keys.allSatisfy({ !$0.hasRow })
        else { return }
        self.order = RankOrder()
        rankStart = nil
        isOrdered = false
    }

    // MARK: Rows

    /// The rows of the table that a kept row is rendered into; ranks are not known.
    func render(
        _ row: TableRow, _ finder: inout EventFinder, _ block: borrowing EventBlock
    ) throws -> [RenderedRow] {
        try finder.render(row, in: table, of: projection, beside: RowLookup(lookups), block)
    }

    /// The values of a field in the rows that a key stands for; empty where there is none.
    func values(
        of field: String, key index: Int, _ finder: inout EventFinder, _ block: borrowing EventBlock
    ) throws -> [ColumnValue] {
        guard keys[index].hasRow else { return [] }
        let (fit, match) = (keys[index].bestFit, keys[index].match)
        var values: [ColumnValue] = []
        for candidate in keys[index].best {
            for var row in try render(candidate.row, &finder, block) where match.fit(of: row.key) == fit {
                if isRank(field) { row.rank = try rank(of: row, &finder, block) }
                values.append(row.field(field, in: table))
            }
        }
        return values
    }

    private func rank(
        of row: RenderedRow, _ finder: inout EventFinder, _ block: borrowing EventBlock
    ) throws -> Int {
        guard var order else { return 0 }
        self.order = nil
        defer { self.order = order }
        let lookup = RowLookup(lookups)
        try order.placeChanges(in: table) { kept in
            try finder.render(kept, in: table, of: projection, beside: lookup, block)
        }
        return order.rank(of: row, in: table)
    }
}

import EventLog

/// Hears a replay and tells when a condition began or ceased to hold.
///
/// Effects wait for the end of their block, where the events that they came from are at hand.
final class FlipListener: SelectiveListener {
    private struct Test {
        let test: RowTest
        let table: TrackedTable
        let key: Int?
        var value = false
    }

    private struct Pending {
        let slot: Int
        let effect: Effect
    }

    private let projections: [AnyProjection]
    private let first: UInt64
    private let ending: FlipSearch.Ending
    private let body: (Flip) throws -> Void

    private var tables: [TrackedTable] = []
    private var tests: [Test] = []
    private var tree: ConditionTree<Int> = .all([])
    /// The ids of the tables that matter in each projection, as bits.
    private var masks: [UInt32] = []
    private var finder: EventFinder
    private var pending: [Pending] = []
    private var rows = RowsUnderWay([])

    private var value = false
    private var isSettled = false
    private var isTrueBefore = false
    private var flipCount = 0
    private var lastFlip: UInt64?
    private var firstTrue: UInt64?
    private var unsuited: [RowTest] = []
    /// Where the search ended early.
    private var stop: UInt64?

    init(
        _ condition: RowCondition, _ projections: [AnyProjection], _ finder: EventFinder, first: UInt64,
        ending: FlipSearch.Ending, body: @escaping (Flip) throws -> Void
    ) {
        self.projections = projections
        self.finder = finder
        self.first = first
        self.ending = ending
        self.body = body
        tree = condition.map { add($0) }
        masks = projections.indices.map { slot in
            tables.filter { $0.slot == slot }.flatMap(\.tableIDs).reduce(0) { $0 | 1 << UInt32($1) }
        }
    }

    /// The place of a test among those that are tracked; equal ones are tracked once.
    private func add(_ test: RowTest) -> Int {
        if let known = tests.firstIndex(where: { $0.test == test }) { return known }
        let table = table(named: test.table)
        tests.append(Test(test: test, table: table, key: table.prepare(for: test.question)))
        return tests.count - 1
    }

    private func table(named name: String) -> TrackedTable {
        if let known = tables.first(where: { $0.table.name.utf8.elementsEqual(name.utf8) }) { return known }
        for (slot, projection) in projections.enumerated() {
            guard let shown = projection.shownTable(named: name) else { continue }
            let table = TrackedTable(shown, of: projection, slot: slot)
            tables.append(table)
            return table
        }
        preconditionFailure("the search has looked for every table of its condition")
    }

    // MARK: Hearing

    func filter(of projection: Int) -> (any EffectFilter)? {
        FlipEars(masks[projection], tables.filter { $0.slot == projection })
    }

    func prepare(_ rows: RowsUnderWay) { self.rows = rows }

    func effect(_ effect: Effect, of projection: AnyProjection) {
        guard effect.operation != .ignore else { return }
        let slot = projections.count == 1 ? 0 : projections.firstIndex { $0.name == projection.name } ?? 0
        guard masks[slot] & 1 << UInt32(effect.tableID) != 0 else { return }
        for table in tables where table.slot == slot && table.mayMatter(effect) {
            return pending.append(Pending(slot: slot, effect: effect))
        }
    }

    func endOfBlock(_ block: borrowing EventBlock) throws {
        for table in tables where table.lacksOrder {
            table.beginRanks(rows, pending.filter { $0.slot == table.slot }.map(\.effect))
        }
        var start = 0
        while start < pending.count, !isSatisfied {
            let position = pending[start].effect.position
            var end = start + 1
            while end < pending.count, pending[end].effect.position == position { end += 1 }
            try take(start..<end, at: position, block)
            start = end
        }
        pending.removeAll(keepingCapacity: true)
        for table in tables { table.endRanks() }
    }

    var isSatisfied: Bool { stop != nil }

    /// Takes the effects of one event.
    private func take(_ range: Range<Int>, at position: UInt64, _ block: borrowing EventBlock) throws {
        if position >= first, !isSettled { try settle(block) }
        for index in range {
            for table in tables where table.slot == pending[index].slot {
                try table.take(pending[index].effect, &finder, block)
            }
        }
        if isSettled { try evaluate(range, position, block) }
        for table in tables { table.settle() }
    }

    /// Finds out what holds before the first event of the range.
    private func settle(_ block: borrowing EventBlock) throws {
        for index in tests.indices { tests[index].value = try answer(tests[index], block) }
        value = tree.holds { tests[$0].value }
        isTrueBefore = value
        isSettled = true
    }

    /// Ends the hearing: nothing more comes.
    func finish() throws {
        if !isSettled { try settle(EventBlock()) }
        if value, flipCount == 0 { firstTrue = first }
    }

    // MARK: Answering

    private func isTouched(_ test: Test) -> Bool {
        let table = test.table
        switch test.test.question {
        case .count: return table.isTouched
        case .has: return test.key.map { table.keys[$0].isTouched } ?? false
        case .field(let field, _, _):
            guard let key = test.key else { return false }
            if table.keys[key].isTouched { return true }
            guard table.keys[key].hasRow else { return false }
            return table.isBesideTouched || table.isRank(field) && table.isTouched
        }
    }

    private func answer(_ test: Test, _ block: borrowing EventBlock) throws -> Bool {
        switch test.test.question {
        case .count(let comparison): return comparison.holds(integer: Int64(test.table.count))
        case .has: return test.key.map { test.table.keys[$0].hasRow } ?? false
        case .field(let field, _, let comparison):
            guard let key = test.key else { return false }
            let values = try test.table.values(of: field, key: key, &finder, block)
            guard !values.isEmpty else { return comparison.holdsForNothing }
            if values.contains(where: { !comparison.suits($0) }), !unsuited.contains(test.test) {
                unsuited.append(test.test)
            }
            return comparison.relation == .notEqual
                ? values.allSatisfy(comparison.holds(for:)) : values.contains(where: comparison.holds(for:))
        }
    }

    private func evaluate(_ range: Range<Int>, _ position: UInt64, _ block: borrowing EventBlock) throws {
        var changed: [Int] = []
        for index in tests.indices where isTouched(tests[index]) {
            let value = try answer(tests[index], block)
            if value != tests[index].value {
                tests[index].value = value
                changed.append(index)
            }
        }
        guard !changed.isEmpty else { return }
        let value = tree.holds { tests[$0].value }
        guard value != self.value else { return }
        self.value = value
        // What held when the range began held after its first event too, unless that ended it.
        if value {
            firstTrue = firstTrue ?? position
        } else if flipCount == 0, position > first {
            firstTrue = first
        }
        if ending == .atEndOfRange || flipCount == 0 {
            flipCount += 1
            lastFlip = position
            try tell(position, changed, range, block)
        }
        if ending == .atFirstFlip, firstTrue != nil { stop = position }
    }

    // MARK: Telling

    private func tell(
        _ position: UInt64, _ changed: [Int], _ range: Range<Int>, _ block: borrowing EventBlock
    ) throws {
        guard let index = block.index(of: position), let event = block.event(at: index) else { return }
        let causes = try causes(of: changed, range, block)
        try body(
            Flip(
                position: position, value: value, type: event.typeText, subject: event.subjectText,
                recorded: event.recorded, causes: Array(causes.prefix(Flip.mostCauses)),
                causeCount: causes.count))
    }

    /// What the event did to the rows that the changed tests ask about; without such, to those beside them.
    private func causes(
        of changed: [Int], _ range: Range<Int>, _ block: borrowing EventBlock
    ) throws -> [Flip.Cause] {
        var causes: [Flip.Cause] = []
        for index in changed {
            let test = tests[index]
            let effects = pending[range].filter { $0.slot == test.table.slot }.map(\.effect)
            let own = try effects.compactMap { effect in try cause(effect, test, block) }
            let found = own.isEmpty ? effects.map { bareCause($0, test.table) } : own
            for cause in found where !causes.contains(cause) { causes.append(cause) }
        }
        return causes
    }

    /// What an effect did to a row that a test asks about; nil where it did not touch one.
    private func cause(_ effect: Effect, _ test: Test, _ block: borrowing EventBlock) throws -> Flip.Cause? {
        guard effect.tableID == test.table.table.base.id else { return nil }
        let table = test.table
        if let key = test.key, let touched = table.keys[key].touched.first(where: { $0.kept == effect.key }) {
            return cause(effect, table, touched.shown)
        }
        switch test.test.question {
        case .has: return nil
        case .count: if effect.operation == .set, !table.table.isQuery { return nil }
        case .field(let field, _, _): if !table.isRank(field) { return nil }
        }
        guard let values = effect.after ?? effect.before else { return nil }
        let row = TableRow(
            key: effect.key, values: values, since: effect.sinceAfter ?? effect.sinceBefore ?? 0)
        let shown = try table.render(row, &finder, block).first?.keyText
        return cause(effect, table, shown ?? effect.key.description)
    }

    private func cause(_ effect: Effect, _ table: TrackedTable, _ key: String) -> Flip.Cause {
        Flip.Cause(
            table: table.table.name, projection: table.projection.name, key: key,
            operation: effect.operation, reason: effect.reason)
    }

    /// What an effect did to a row of another table.
    private func bareCause(_ effect: Effect, _ table: TrackedTable) -> Flip.Cause {
        let projection = table.projection
        let shown = projection.shownTables.first { $0.base.id == effect.tableID && !$0.isQuery }
        let kept = projection.tables.first { $0.id == effect.tableID }
        return Flip.Cause(
            table: shown?.name ?? kept.map { "\($0.name)" } ?? "", projection: projection.name,
            key: effect.key.description, operation: effect.operation, reason: effect.reason)
    }

    // MARK: The result

    /// What was found, with the doubts of the replay up to where the search ended.
    func result(of replay: ReplayResult, _ range: ClosedRange<UInt64>?) -> FlipResult {
        let end = stop ?? range?.upperBound ?? 0
        return FlipResult(
            range: range, isTrueBefore: isTrueBefore, isTrueAtEnd: value, flipCount: flipCount,
            lastFlip: lastFlip, firstTrue: range == nil ? nil : firstTrue, end: end,
            failures: replay.failures.filter { $0.position <= end },
            incompleteness: replay.incompleteness.filter { $0.position <= end },
            ambiguousKeys: tables.flatMap { $0.keys.filter(\.isAmbiguous).map(\.match.text) },
            unsuitedTests: unsuited)
    }
}

public import EventCoding
public import EventLog

/// Checks flips the slow way: every table is rendered after every event, and the conditions asked of its rows.
public enum FlipCheck {
    /// What does not fit, one sentence each; empty when `FlipSearch` finds what is there.
    ///
    /// Each condition is searched over the whole history, over its middle third, and up to its first flip.
    ///
    /// - Parameters:
    ///   - conditions: What is looked for.
    ///   - projections: The projections that show the tables.
    ///   - source: The history.
    ///   - stream: Whose rows.
    ///   - catalogue: The model's event types.
    /// - Throws: What a replay or a search throws.
    /// - Complexity: O(events² + events x rows).
    public static func violations(
        of conditions: [RowCondition], _ projections: [AnyProjection], over source: any EventSource,
        stream: StreamName, catalogue: EventCatalogue
    ) throws -> [String] {
        let head = try source.head().position
        guard head > 0 else { return [] }
        let truth = try truth(of: conditions, projections, source, stream, catalogue, head)
        var violations: [String] = []
        for (index, condition) in conditions.enumerated() {
            let values = truth.map { $0[index] }
            let search = try FlipSearch(condition, projections: projections, catalogue: catalogue)
            for range in [1...head, head / 3 + 1...max(head / 3 + 1, head * 2 / 3)] {
                for ending in [FlipSearch.Ending.atEndOfRange, .atFirstFlip] {
                    var flips: [Flip] = []
                    let result = try search.run(over: source, stream: stream, in: range, ending: ending) {
                        flips.append($0)
                    }
                    violations += problems(result, flips, values, range, ending).map { "\(condition): \($0)" }
                }
            }
        }
        return violations
    }

    /// Whether each condition holds after each position from 0.
    private static func truth(
        of conditions: [RowCondition], _ projections: [AnyProjection], _ source: any EventSource,
        _ stream: StreamName, _ catalogue: EventCatalogue, _ head: UInt64
    ) throws -> [[Bool]] {
        let names = Set(conditions.flatMap { $0.tests.map(\.table) }).sorted()
        let renderer = RowRenderer(source: source, catalogue: catalogue)
        var truth: [[Bool]] = []
        for position in 0...head {
            var tables: [String: (table: ShownTable, rows: [RenderedRow])] = [:]
            for projection in projections {
                let shown = projection.shownTables.filter { names.contains($0.name) }
                guard !shown.isEmpty else { continue }
                let result = try Replay([projection], catalogue: catalogue)
                    .run(over: source, upTo: position, stream: stream)
                guard let number = result.number(of: stream) else { continue }
                for table in shown {
                    tables[table.name] = (
                        table,
                        try renderer.rows(
                            of: table, in: projection, stream: number, from: result.folds[0].rows)
                    )
                }
            }
            truth.append(
                conditions.map { condition in
                    condition.holds { test in
                        tables[test.table].map { test.holds(for: $0.rows, of: $0.table) } ?? false
                    }
                })
        }
        return truth
    }

    private static func problems(
        _ result: FlipResult, _ flips: [Flip], _ values: [Bool], _ range: ClosedRange<UInt64>,
        _ ending: FlipSearch.Ending
    ) -> [String] {
        func holds(_ position: UInt64) -> Bool { values[Int(position)] }
        var problems: [String] = []
        let all = range.filter { holds($0) != holds($0 - 1) }
        let expected = ending == .atFirstFlip ? Array(all.prefix(1)) : all
        let found = flips.map(\.position)
        if found != expected { problems.append("flips \(found.prefix(20)), expected \(expected.prefix(20))") }
        if result.flipCount != expected.count { problems.append("counts \(result.flipCount) flips") }
        if flips.contains(where: { $0.value != holds($0.position) }) { problems.append("a wrong value") }
        if flips.contains(where: \.causes.isEmpty) { problems.append("a flip without a cause") }
        if result.isTrueBefore != holds(range.lowerBound - 1) { problems.append("wrong before the range") }
        if result.isTrueAtEnd != holds(result.end) { problems.append("wrong at the end, \(result.end)") }
        if ending == .atEndOfRange, result.end != range.upperBound { problems.append("ends too early") }
        if result.firstTrue != range.first(where: holds) {
            problems.append("first true at \(result.firstTrue.map { "\($0)" } ?? "no event")")
        }
        return problems.map { "\(range), \(ending): \($0)" }
    }
}

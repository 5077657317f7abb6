import EventLog
import FoldCases
import Projections
import Testing
import TravelEvents
import TravelProjections

/// Explanations and proofs on random histories, against what every table looked like after every event.
@Suite("Explanations") struct ExplainTests {
    @Test(
        "a present row: its causes end with its since, its moves lead from its rank then to its rank now",
        arguments: TableStates.histories)
    func presentRows(seed: UInt64) throws {
        var random = RandomTravels(seed: seed)
        let states = try TableStates(try random.events(TableStates.eventCount))
        for (table, projection) in states.tables {
            let explainer = Explainer(
                table, of: projection, over: states.log, catalogue: TravelModel.catalogue)
            for row in states.rows(table, at: states.states.count - 1) {
                let comment: Comment = "seed \(seed), \(table.name) \(row.keyText)"
                let found = try explainer.explain(row.keyText, in: states.stream, isComplete: true)
                guard case .present(let shown, _) = found.outcome else {
                    Issue.record("not found: \(comment)")
                    continue
                }
                #expect(shown == row, comment)
                #expect(found.causes.first?.role == .entered, comment)
                #expect(found.causes.last?.position == row.since, comment)
                guard !table.isQuery else { continue }
                let before = states.row(table, row.keyText, at: Int(row.since))
                #expect(found.rankAtLastChange == before?.rank, comment)
                #expect((found.moves.last?.rankAfter ?? found.rankAtLastChange) == row.rank, comment)
                for move in found.moves { #expect(abs(move.rankAfter - move.rankBefore) == 1, comment) }
                try check(found.causes, of: row, in: table, states, comment)
                if let count = found.count {
                    let value = row.value(of: count.column, in: table)
                    #expect(value == .integer(count.sum), comment)
                }
            }
        }
    }

    /// Each cause tells what the row was before its event and after it.
    private func check(
        _ causes: [Explanation.Cause], of row: RenderedRow, in table: ShownTable, _ states: TableStates,
        _ comment: Comment
    ) throws {
        for cause in causes {
            let after = try #require(states.row(table, row.keyText, at: Int(cause.position)), comment)
            let before = states.row(table, row.keyText, at: Int(cause.position) - 1)
            #expect((cause.role == .entered) == (before == nil), comment)
            for change in cause.changes {
                #expect(after.value(of: change.column, in: table) == change.after, comment)
                #expect((before?.value(of: change.column, in: table) ?? .none) == change.before, comment)
            }
        }
    }

    @Test("an absent row: the last cause is the event that took it away", arguments: TableStates.histories)
    func absentRows(seed: UInt64) throws {
        var random = RandomTravels(seed: seed ^ 0xAB)
        let states = try TableStates(try random.events(TableStates.eventCount))
        let end = states.states.count - 1
        for (table, projection) in states.tables {
            let explainer = Explainer(
                table, of: projection, over: states.log, catalogue: TravelModel.catalogue)
            for (key, removal) in removals(table, states) {
                let comment: Comment = "seed \(seed), \(table.name) \(key)"
                let found = try explainer.explain(key, in: states.stream)
                guard case .absent(let shape) = found.outcome else {
                    Issue.record("not absent: \(comment)")
                    continue
                }
                #expect(found.causes.last?.role == .removed, comment)
                #expect(found.causes.last?.position == UInt64(removal), comment)
                #expect(shape.map { $0.keyText.utf8.elementsEqual(key.utf8) } == true, comment)
            }
            let never = try explainer.explain("no such key", in: states.stream)
            #expect(!never.isExplained && never.searchedEvents <= end, "seed \(seed), \(table.name)")
        }
    }

    /// The keys that were in a table and are not any more, each with the last position at which it went.
    private func removals(_ table: ShownTable, _ states: TableStates) -> [(String, Int)] {
        var last: [[UInt8]: Int] = [:]
        for position in 1..<states.states.count {
            let after = Set(states.rows(table, at: position).map { Array($0.keyText.utf8) })
            for row in states.rows(table, at: position - 1) where !after.contains(Array(row.keyText.utf8)) {
                last[Array(row.keyText.utf8)] = position
            }
        }
        let present = Set(states.rows(table, at: states.states.count - 1).map { Array($0.keyText.utf8) })
        return last.filter { !present.contains($0.key) }.map {
            (String(decoding: $0.key, as: UTF8.self), $0.value)
        }
        .sorted { $0.1 < $1.1 }
    }

    @Test(
        "a proof is sufficient and necessary, checked by replays of the log without all other events",
        arguments: TableStates.histories)
    func proofs(seed: UInt64) throws {
        var random = RandomTravels(seed: seed ^ 0xF00D)
        let states = try TableStates(try random.events(TableStates.eventCount))
        for (table, projection) in states.tables {
            let explainer = Explainer(
                table, of: projection, over: states.log, catalogue: TravelModel.catalogue)
            for row in states.rows(table, at: states.states.count - 1) {
                let comment: Comment = "seed \(seed), \(table.name) \(row.keyText)"
                let explanation = try explainer.explain(row.keyText, in: states.stream)
                let proof = try explainer.prove(explanation)
                #expect(proof.isSufficient && proof.isNecessary, comment)
                #expect(try isReproduced(explanation, proof, projection, states), comment)
                #expect(try gives(row, explainer, states, from: proof.slice), comment)
                for position in proof.slice {
                    let rest = proof.slice.filter { $0 != position }
                    #expect(try !gives(row, explainer, states, from: rest), comment)
                }
                #expect(Set(proof.standby).isDisjoint(with: proof.slice), comment)
            }
            for (key, removal) in removals(table, states) where !table.isQuery {
                let comment: Comment = "seed \(seed), \(table.name) \(key)"
                let explanation = try explainer.explain(key, in: states.stream)
                let proof = try explainer.prove(explanation)
                #expect(proof.isSufficient && proof.isNecessary, comment)
                #expect(try isReproduced(explanation, proof, projection, states), comment)
                #expect(proof.slice.contains(UInt64(removal)), comment)
            }
        }
    }

    @Test("a loss is proved, though something that came later would have caused it too", arguments: [1, 2])
    func lossesLongAgo(seed: UInt64) throws {
        var random = RandomTravels(seed: seed ^ 0xF00D)
        let log = MemoryLog(clock: { 0 })
        let me = try StreamName("me")
        for event in try random.events(2_000) { try log.append([event], to: me) }
        let projection = AnyProjection(Visits())
        let stream = try #require(log.stream(named: me))
        let tables = projection.shownTables.filter { ["tags", "itinerary"].contains($0.name) }
        var losses = 0
        for table in tables {
            let explainer = Explainer(table, of: projection, over: log, catalogue: TravelModel.catalogue)
            for name in ["a", "c", "x", "sea", "art", "Rome", "Lyon, France", "Rome, Italy"] {
                let explanation = try explainer.explain("Europe/" + name, in: stream)
                guard case .absent = explanation.outcome else { continue }
                losses += 1
                let proof = try explainer.prove(explanation)
                #expect(proof.isSufficient && proof.isNecessary, "seed \(seed), \(table.name) \(name)")
            }
        }
        #expect(losses > 0)
    }

    /// Whether the case made of a proof, written to a file and read again, gives the row or its loss.
    private func isReproduced(
        _ explanation: Explanation, _ proof: Proof, _ projection: AnyProjection, _ states: TableStates
    ) throws -> Bool {
        let file = try FoldCase(
            explanation, of: projection, proof: proof, expects: nil, source: states.log
        ).file()
        return try FoldCase(reading: file).run(states.projections, catalogue: TravelModel.catalogue)
            .isReproduced
    }

    /// Whether some events alone give a row like this, by a replay of the log without all others.
    private func gives(
        _ row: RenderedRow, _ explainer: Explainer, _ states: TableStates, from slice: [UInt64]
    ) throws -> Bool {
        let head = states.log.head().position
        let others = (1...head).filter { !slice.contains($0) }.map { $0...$0 }
        let log = SelectedEvents(states.log, without: PositionSet(others))
        let alone = Explainer(
            explainer.table, of: explainer.projection, over: log, catalogue: TravelModel.catalogue)
        return try alone.rows(in: states.stream).rows.contains {
            $0.keyText.utf8.elementsEqual(row.keyText.utf8) && $0.columns == row.columns
                && $0.rank == row.rank && $0.since == row.since
        }
    }
}

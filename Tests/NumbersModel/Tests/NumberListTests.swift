import EventCoding
import EventLog
import NumbersModel
import Projections
import Testing

@Suite("1.4 Sections that are stated")
struct NumberListTests {
    /// Evens and odds from 0 to 7, each section added before its numbers.
    static func evensAndOdds() throws -> [ProposedEvent] {
        var events: [ProposedEvent] = []
        for (section, first) in [("even", Int64(0)), ("odd", 1)] {
            events.append(try event(SectionAdded(section: section), section))
            for number in stride(from: first, through: 7, by: 2) {
                events.append(try event(NumberAdded(section: section, number: number), section))
            }
        }
        return events
    }

    static func event<P: EventPayload>(_ payload: P, _ section: String) throws -> ProposedEvent {
        ProposedEvent(type: P.definition.type, subject: section, payload: try payload.encoded())
    }

    private func scenario() throws -> Scenario {
        let scenario = try Scenario(NumbersModel.projections, catalogue: NumbersModel.catalogue)
        try scenario.given(try Self.evensAndOdds())
        return scenario
    }

    private func table(_ scenario: Scenario, at position: UInt64? = nil) throws -> SectionedTable {
        try SectionedTable(
            try scenario.rows("numbers", at: position), of: NumberList.numbersTable,
            sections: try scenario.rows("sections", at: position).map(\.key))
    }

    private func texts(_ table: SectionedTable) -> [String] {
        table.sections.map { section in
            "\(section.title): " + section.rows.map { $0.key[1] }.joined(separator: " ")
        }
    }

    @Test("1.4.7 evens and odds; after deleting the odds one section with four rows, twice too")
    func deleteOdds() throws {
        let scenario = try scenario()
        #expect(texts(try table(scenario)) == ["even: 0 2 4 6", "odd: 1 3 5 7"])
        let delete = try Self.event(SectionDeleted(section: "odd"), "odd")
        let before = try table(scenario)
        try scenario.given([delete])
        let after = try table(scenario)
        #expect(texts(after) == ["even: 0 2 4 6"])
        let changes = TableChanges(from: before, to: after)
        #expect(changes.sectionDeletions == [1])
        #expect(changes.rowDeletions.isEmpty)
        #expect(try changes.apply(to: before) == after)
        try scenario.given([delete])
        #expect(try table(scenario) == after)
        #expect(TableChanges(from: after, to: try table(scenario)).isEmpty)
    }

    @Test("1.4.2 deleting an absent section is an effect that changes nothing")
    func ignored() throws {
        let scenario = try scenario()
        let delete = try Self.event(SectionDeleted(section: "odd"), "odd")
        let positions = try scenario.given([delete, delete])
        let recorder = Recorder()
        _ = try Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue)
            .run(over: scenario.log, listener: recorder)
        let first = recorder.effects.filter { $0.position == positions[0] }
        #expect(first.map(\.operation) == [.remove, .remove, .remove, .remove, .remove])
        let second = recorder.effects.filter { $0.position == positions[1] }
        #expect(second.map(\.operation) == [.ignore])
        #expect(second.map(\.reason) == [.noSuchSection])
    }

    @Test("1.4.3 sections stand in the order in which they were added, whatever their names")
    func order() throws {
        let scenario = try Scenario(NumbersModel.projections, catalogue: NumbersModel.catalogue)
        for name in ["z", "a", "m"] { try scenario.given([Self.event(SectionAdded(section: name), name)]) }
        #expect(texts(try table(scenario)) == ["z: ", "a: ", "m: "])
    }

    @Test("1.4.5 an explicit section stays, empty, until it is deleted")
    func emptySection() throws {
        let scenario = try scenario()
        for number in [Int64(3), 1, 7, 5] {
            let before = try table(scenario)
            try scenario.given([Self.event(NumberRemoved(section: "odd", number: number), "odd")])
            let after = try table(scenario)
            let changes = TableChanges(from: before, to: after)
            #expect(changes.sectionDeletions.isEmpty)
            #expect(changes.rowDeletions.count == 1)
            #expect(try changes.apply(to: before) == after)
        }
        let empty = try table(scenario)
        #expect(texts(empty) == ["even: 0 2 4 6", "odd: "])
        #expect(try empty.rowCount(in: 1) == 0)
        #expect(throws: SectionError.self) { _ = try empty.row(at: RowIndex(section: 1, row: 0)) }
        try scenario.given([Self.event(SectionDeleted(section: "odd"), "odd")])
        #expect(texts(try table(scenario)) == ["even: 0 2 4 6"])
    }

    @Test("numbers stand by size, negative ones first, each once and only in a section that is there")
    func numbers() throws {
        let scenario = try scenario()
        for number in [Int64(-3), 100, 4, -3] {
            try scenario.given([Self.event(NumberAdded(section: "even", number: number), "even")])
        }
        try scenario.given([Self.event(NumberAdded(section: "prime", number: 2), "prime")])
        #expect(texts(try table(scenario)) == ["even: -3 0 2 4 6 100", "odd: 1 3 5 7"])
        #expect(try scenario.lines("sections", ["numbers"]) == ["even: 6", "odd: 4"])
    }

    @Test("effects tell exactly what a comparison of all rows finds")
    func effects() throws {
        let scenario = try scenario()
        try scenario.given([
            Self.event(SectionDeleted(section: "even"), "even"),
            Self.event(NumberAdded(section: "even", number: 2), "even"),
            Self.event(SectionAdded(section: "odd"), "odd"),
            Self.event(NumberRemoved(section: "odd", number: 9), "odd"),
        ])
        #expect(
            try EffectCheck.violations(
                of: NumbersModel.projections[0], over: scenario.log, catalogue: NumbersModel.catalogue) == [])
    }

    @Test("a row without its section is an error, not a crash")
    func withoutSection() throws {
        let rows = try scenario().rows("numbers")
        let table = NumberList.numbersTable
        let missing = #expect(throws: SectionError.self) {
            _ = try SectionedTable(rows, of: table, sections: [["even"]])
        }
        #expect(missing?.code == .unknownSection)
        let twice = #expect(throws: SectionError.self) {
            _ = try SectionedTable(rows, of: table, sections: [["even"], ["odd"], ["even"]])
        }
        #expect(twice?.code == .duplicateSection)
    }
}

/// Keeps every effect.
private final class Recorder: EffectListener {
    private(set) var effects: [Effect] = []

    func effect(_ effect: Effect, of projection: AnyProjection) { effects.append(effect) }
}

import Testing
import Travelog

@Suite struct VacationTests {
    @Test(
        "1.7.3 A name that is no name is refused before anything is recorded",
        arguments: [
            "", "   ", "\u{A0}\u{2003}", "..", " . ", "a/b", "a\u{0}b", String(repeating: "x", count: 256),
        ])
    func invalidNames(_ name: String) async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let photo = Samples.photo("1")
        func refused(_ body: () throws -> ActionReceipt) {
            let error = #expect(throws: TravelogError.self) { _ = try body() }
            #expect(error?.code == .invalidVacationName)
        }
        refused { try alice.createVacation(name) }
        refused { try alice.deleteVacation(name) }
        refused { try alice.visit(photo, in: name) }
        refused { try alice.unvisit("1", in: name) }
        let error = await #expect(throws: TravelogError.self) { try await alice.createVacation(name) }
        #expect(error?.code == .invalidVacationName)
        #expect(try alice.travelog.log.head().position == 0)
    }

    @Test("An existing name is refused, whatever its form; another case is another name")
    func existing() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        #expect(try alice.createVacation("E\u{301}t\u{E9}").createdVacation == "\u{C9}t\u{E9}")
        let error = #expect(throws: TravelogError.self) { try alice.createVacation(" \u{C9}te\u{301} ") }
        #expect(error?.code == .vacationExists)
        try alice.createVacation("\u{E9}t\u{E9}")
        #expect(try alice.vacations().count == 2)
        try alice.visit(Samples.photo("1"), in: "Visited")
        let visited = #expect(throws: TravelogError.self) { try alice.createVacation("Visited") }
        #expect(visited?.code == .vacationExists)
    }

    @Test("Of ten callers that create one vacation at once, one succeeds")
    func atOnce() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let outcomes = await withTaskGroup(of: TravelogError.Code?.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do throws(TravelogError) { try await alice.createVacation("Europe") } catch {
                        return error.code
                    }
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .vacationExists } == 9)
        #expect(try alice.travelog.log.head().position == 1)
    }

    @Test("A created vacation stays when it is empty; one that a visit made goes with its last photo")
    func emptied() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.createVacation("Made")
        try alice.visit(Samples.photo("1"), in: "Made")
        try alice.visit(Samples.photo("1"), in: "Visited")
        #expect(try alice.vacations().map(\.name) == ["Made", "Visited"])
        try alice.unvisit("1", in: "Made")
        try alice.unvisit("1", in: "Visited")
        #expect(try alice.vacations().map(\.name) == ["Made"])
        try alice.deleteVacation("Made")
        #expect(try alice.vacations().isEmpty)
        try alice.deleteVacation("Made")
        #expect(History.defaultVacation == "My Vacation")
    }

    @Test("1.7.5 A vacation offers two views")
    func views() { #expect(VacationView.allCases == [.itinerary, .tagSearch]) }
}

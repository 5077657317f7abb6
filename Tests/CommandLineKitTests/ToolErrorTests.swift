import CommandLineKit
import Testing

@Suite struct ToolErrorTests {
    let error = ToolError(
        ErrorCode("E-TABLE-UNKNOWN"), exit: .usage, "no table named \"recent\"",
        details: ["tables here: itinerary, recents"], argument: "TABLE", value: "recent",
        candidates: ["recents"], next: "evtool project recents")

    @Test func peopleReadMessageDetailsAndCommand() {
        #expect(
            error.lines(program: "evtool") == [
                "evtool: no table named \"recent\" [E-TABLE-UNKNOWN]", "  tables here: itinerary, recents",
                "  did you mean: evtool project recents",
            ])
        var other = error
        other.candidates = []
        #expect(other.lines(program: "evtool").last == "  next: evtool project recents")
        other.next = nil
        other.candidates = ["a", "b"]
        #expect(other.lines(program: "evtool").last == "  did you mean: a, b")
    }

    @Test func programsReadOneObject() {
        #expect(
            error.jsonLine.text == """
                {"kind":"error","code":"E-TABLE-UNKNOWN","exit":64,"message":"no table named \\"recent\\"",\
                "argument":"TABLE","value":"recent","candidates":["recents"],\
                "details":["tables here: itinerary, recents"],"next":"evtool project recents"}
                """)
    }

    @Test func textFromDataIsHarmless() {
        let error = ToolError(
            ErrorCode("E-X"), exit: .usage, "bad \u{1B}[2J", details: ["\n\u{202E}"], candidates: ["\u{9B}"])
        #expect(error.lines(program: "evtool").allSatisfy(isHarmless))
        #expect(error.lines(program: "evtool").count == 3)
    }

    @Test func statusesAreThoseOfTheManual() {
        #expect(ExitStatus.all.map(\.code) == [0, 1, 2, 64, 65, 66, 70, 73, 74, 75, 77, 130, 141])
    }

    @Test(arguments: ["E-A", "E-TABLE-UNKNOWN", "E-9"]) func codesHaveAForm(name: String) {
        #expect(ErrorCode.isCode(name))
    }

    @Test(arguments: ["", "E", "E-", "E-a", "X-A", "E--A", "E-A-", "E-É"]) func otherWordsAreNoCodes(
        name: String
    ) {
        #expect(!ErrorCode.isCode(name))
    }
}

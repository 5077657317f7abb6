import Testing

@testable import CommandLineKit

@Suite struct ManualTests {
    private let writer = ManualWriter(
        SampleTable.table, catalogue: ErrorCatalogue(), environment: [.init("NO_COLOR", "No colour.")],
        outputs: [.init("row", verbs: ["project"], summary: "A row.", fields: [.init("key", "Its key.")])],
        formatNotes: ["One object a line.", "The last one is of kind end."])

    private func page(_ name: String) throws -> String {
        try #require(writer.pages.first { $0.name == name }).text
    }

    @Test(arguments: [
        ("--log", "\\-\\-log"), (".SH", "\\&.SH"), ("'tis", "\\(aqtis"), ("a\\b", "a\\eb"),
        ("\"x\" ^ ~ `", "\\(dqx\\(dq \\(ha \\(ti \\(ga"), ("é…", "\\[u00E9]\\[u2026]"), ("😀", "\\[u1F600]"),
        ("a\nb", "a b"), ("", ""),
    ])
    func textIsEscaped(_ text: String, _ written: String) {
        #expect(Roff.escaped(text) == written)
    }

    @Test func thereIsAPageForEverything() {
        #expect(
            writer.pages.map { "\($0.name).\($0.section)" } == [
                "evtool.1", "evtool-record.1", "evtool-info.1", "evtool-log.1", "evtool-show.1",
                "evtool-project.1", "evtool-diff.1", "evtool-format.5", "evtool-errors.7",
            ])
    }

    @Test func aVerbsPageHoldsItsParts() throws {
        let text = try page("evtool-record")
        #expect(text.hasPrefix(".TH \"EVTOOL\\-RECORD\" 1 \"\" \"evtool 1.0\" \"evtool manual\"\n"))
        for part in [
            "evtool\\-record \\- append user actions", "\\fBevtool record view PHOTO [OPTIONS]\\fR",
            ".SH \"RECORD VISIT\"", "\\fB\\-\\-vacation NAME\\fR", "An idempotency key.",
            ".SH \"EXIT STATUS\"",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(try page("evtool-log").contains("\\fBevtool log \\-n 20\\fR\nthe newest twenty"))
    }

    @Test func theToolsPageListsVerbsTopicsAndVariables() throws {
        let text = try page("evtool")
        for part in [
            "\\fBevtool\\-info(1)\\fR", ".SS \"Look\"", ".SH \"ENVIRONMENT\"", "\\fBNO_COLOR\\fR",
            ".SH \"SYMPTOMS\"", "evtool\\-errors(7)",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("evtool\\-complete"))
    }

    @Test func formatsAndErrorsAreDescribed() throws {
        let formats = try page("evtool-format")
        #expect(formats.contains(".SS \"row\"\nA row. Printed by: project.\n.TP\n\\fBkey\\fR\nIts key.\n"))
        #expect(try page("evtool-errors").contains("\\fBE\\-VERB\\-UNKNOWN\\fR"))
    }

    @Test func sentencesBecomePhrases() {
        #expect(ManualWriter.phrase("Make a log.") == "make a log")
        #expect(ManualWriter.phrase("") == "")
    }
}

import Foundation
import Testing

/// The commands of the documentation do what the pages say.
struct TranscriptTests {
    /// A folder that looks like a checkout as far as the pages need it.
    private func checkout() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("Events/Samples"), withIntermediateDirectories: true)
        try folder.copy(Sample.file, to: "Events/Samples/one-month.ndjson")
        return folder
    }

    @Test(
        "each command of the page prints what stands below it",
        arguments: [
            ("Sources/Evtool/Evtool.docc/FirstTwelveThings.md", ["evtool"], 30),
            ("Sources/Evtool/Evtool.docc/TrustingALog.md", ["evtool"], 15),
            ("Sources/Evtool/Evtool.docc/YourOwnModel.md", ["numbers-tool"], 7),
            ("Sources/Evtool/Evtool.docc/FromTicketToTest.md", ["numbers-tool", "numbers-tool-next"], 10),
        ]) func page(_ path: String, _ tools: [String], _ least: Int) throws
    {
        let transcript = try Transcript(path)
        #expect(transcript.steps.count >= least)
        let outcomes = try Transcript.run(
            transcript.steps.map(\.command), in: try checkout(), tools: tools)
        if Golden.isRecording { return try transcript.record(outcomes) }
        for (step, outcome) in zip(transcript.steps, outcomes) {
            let difference = Transcript.difference(step.shown, outcome.output)
            #expect(difference == nil, "\(step.command)")
        }
    }

    @Test("each command of the README works, and prints what stands below it")
    func readme() throws {
        let transcript = try Transcript("README.md")
        let steps = transcript.steps.filter { City.isPresent || !$0.command.lowercased().contains("osak") }
        #expect(steps.filter { $0.command.contains("evtool") }.count >= 10)
        let folder = try checkout()
        let made = try folder.run(
            "record", "events", "-q", "--create", "--log", "alice.evlog", "Events/Samples/one-month.ndjson")
        #expect(made.status == 0, "\(made.stderr)")
        if City.isPresent {
            try folder.copy(City.osaka.visitsPath, to: City.osaka.file)
            try folder.copy(City.osaka.poisPath, to: "POI-Osak.csv")
        }
        // What follows a log goes on until it is interrupted.
        let commands = steps.map { step in
            step.command.contains("log -f")
                ? step.command.replacingOccurrences(
                    of: "evtool", with: "timeout --preserve-status -s INT 1 \"$EVTOOL\"")
                : step.command
        }
        let outcomes = try Transcript.run(
            ["export EVTOOL_LOG=alice.evlog"] + commands, in: folder, tools: ["evtool"])
        for (step, outcome) in zip(steps, outcomes.dropFirst()) {
            let expected = step.command.contains("log -f") ? 130 : 0
            #expect(outcome.status == expected, "\(step.command): \(outcome.output)")
            guard !step.shown.isEmpty else { continue }
            #expect(Transcript.difference(step.shown, outcome.output) == nil, "\(step.command)")
        }
    }

    @Test("a page that shows something else is found")
    func differences() {
        let printed = ["rank  photo", "1  a  2026-11-30 01:02:03Z", "2  b  2026-03-02 01:02:03Z"]
        #expect(Transcript.difference(printed, printed) == nil)
        #expect(Transcript.difference(["rank  photo", "…"], printed) == nil)
        #expect(Transcript.difference(["…", "2  b  2026-03-02 01:02:03Z"], printed) == nil)
        #expect(
            Transcript.difference([printed[0], "1  a  2027-01-01 00:00:00Z", printed[2]], printed) == nil)
        #expect(Transcript.difference(Array(printed.dropLast()), printed) != nil)
        #expect(Transcript.difference(printed + ["more"], printed) != nil)
        #expect(Transcript.difference(["…", "2  b  2026-03-02 01:02:04Z"], printed) != nil)
        #expect(Transcript.difference([], printed) != nil)
    }
}

import EventCoding
import EventLog
import Foundation
import Testing
import TravelEvents

/// No text of an event, and none of a command line, reaches the terminal as anything but text.
@Suite("Hostile text") struct HostileTextTests {
    /// Random texts besides the listed ones; `TRAVELOG_INJECTIONS` asks for more.
    private static let random =
        ProcessInfo.processInfo.environment["TRAVELOG_INJECTIONS"].flatMap { Int($0) } ?? 2_000
    private static let seed: UInt64 = 20_260_302

    /// A log with a view and a visit for each text, which stands wherever a text can.
    private static func folder(_ texts: [String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let log = try EventLog.create(at: folder.file("a.evlog"), durability: .relaxed)
        defer { log.close() }
        var events: [ProposedEvent] = []
        for (number, text) in texts.enumerated() {
            var map = PayloadMap()
            map["note"] = .text(text)
            map["k" + text] = .text(text)
            let id = "\(number)" + (text.utf8.count < 500 ? text : "")
            let photo = Photo(
                id: id, title: text, description: text, place: text + ", Country",
                tags: [text, "a:" + text], owner: text, extra: map)
            var metadata = PayloadMap()
            metadata["device"] = .text(text)
            let about = PayloadValue.map(metadata).cbor
            events.append(
                ProposedEvent(
                    type: "photo.viewed", subject: id, payload: try PhotoViewed(photo: photo).encoded(),
                    metadata: about))
            events.append(
                ProposedEvent(
                    type: "photo.visited", subject: id,
                    payload: try PhotoVisited(vacation: "trip", photo: photo).encoded(), metadata: about))
        }
        try log.append(events, to: StreamName("alice"))
        return folder
    }

    private static let verbs: [[String]] = [
        ["info"], ["info", "--streams"], ["log"], ["log", "-r", "-n", "50"],
        ["log", "--values", "photo.title"],
        ["log", "--where", "photo.title ~ a"], ["show", "1"], ["show", "-1"], ["show", "40", "--raw"],
        ["project", "recents"], ["project", "itinerary"], ["project", "itinerary.photos"],
        ["project", "tags"],
        ["project", "tags.photos"], ["project", "vacations"], ["project", "places"], ["replay"], ["export"],
    ]

    @Test("no verb prints a control of an event, in any form of output")
    func verbs() throws {
        #expect(HostileText.listed.count >= 200)
        let texts = HostileText.listed + HostileText.random(Self.random, seed: Self.seed)
        let folder = try Self.folder(texts)
        for verb in Self.verbs {
            for form in [[], ["--plain"], ["--json"]] {
                // An export is JSON lines already.
                if verb[0] == "export", !form.isEmpty { continue }
                let run = try ToolRun.run(verb + form + ["--log", "a.evlog"], in: folder.path)
                #expect(run.status <= 2, "\(verb + form): \(run.stderr.prefix(300))")
                let isJSON = form == ["--json"] || verb[0] == "export"
                for (name, text) in [("stdout", run.stdout), ("stderr", run.stderr)] {
                    let harm = HostileText.harm(
                        in: text, allowingTabs: form == ["--plain"], isJSON: isJSON && name == "stdout")
                    #expect(harm == nil, "\(verb + form), \(name), seed \(Self.seed)")
                }
            }
        }
    }

    @Test("show tells each listed event without a control")
    func show() throws {
        let folder = try Self.folder(HostileText.listed)
        // A few at a time; each process costs more than what it prints.
        for position in stride(from: 1, to: HostileText.listed.count * 2, by: 37) {
            for form in [[], ["--json"]] {
                let run = try folder.run("show", "\(position)", "--log", "a.evlog")
                #expect(run.status == 0, "\(position): \(run.stderr)")
                #expect(
                    HostileText.harm(in: run.stdout + run.stderr, allowingTabs: false) == nil,
                    "\(position) \(form)")
            }
        }
    }

    @Test("no error prints a control of the command line")
    func arguments() throws {
        let folder = try Sample.smallFolder()
        let texts = HostileText.listed.filter { !$0.utf8.contains(0) }
        for (number, text) in texts.enumerated() where number.isMultiple(of: 5) {
            let commands = [
                [text], ["log", "--type", text], ["log", "--where", text], ["project", text], ["show", text],
                ["log", "--values", text], ["help", text], ["info", "--log", text], ["log", "-u", text],
                ["log", "--" + text], ["create", text + "/" + text], ["import", text, "--out", "x.evlog"],
            ]
            let words = commands[number / 5 % commands.count]
            for form in [[], ["--json"]] {
                let run = try ToolRun.run(form + words, in: folder.path)
                #expect(!run.diedOfSignal && run.status != 70, "\(words)")
                let harm = HostileText.harm(
                    in: run.stdout + run.stderr, allowingTabs: false, isJSON: !form.isEmpty)
                #expect(harm == nil, "\(words): \(String(describing: harm))")
            }
        }
    }
}

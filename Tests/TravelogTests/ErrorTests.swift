import EventCoding
import EventLog
import Foundation
import Testing
import TravelogFoundation

@testable import Travelog

@Suite struct ErrorTests {
    private func code(_ body: () throws -> Void) -> TravelogError? {
        #expect(throws: TravelogError.self, performing: body)
    }

    @Test("Opening what is not there, creating what is, and opening twice are refused")
    func opening() throws {
        let scratch = try Scratch()
        let missing = code { _ = try Travelog.open(at: scratch.path()) }
        #expect(missing?.code == .missing)
        #expect(missing?.path == scratch.path())
        let alice = try scratch.alice()
        #expect(code { _ = try Travelog.create(at: scratch.path()) }?.code == .exists)
        #expect(code { _ = try Travelog.open(at: scratch.path()) }?.code == .busy)
        #expect(code { try alice.travelog.copy(to: scratch.path()) }?.code == .exists)
        try Data("no log".utf8).write(to: URL(filePath: scratch.path("note.evlog")))
        let note = code { _ = try Travelog.open(at: scratch.path("note.evlog")) }
        #expect(note?.code == .notALog)
        guard case .log(let cause)? = note?.cause else {
            Issue.record("the cause is not the log's error")
            return
        }
        #expect(cause.code == .notALog)
    }

    @Test("A closed log refuses everything; closing twice does nothing")
    func closed() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        alice.travelog.close()
        alice.travelog.close()
        #expect(code { try alice.view(Samples.photo("1")) }?.code == .closed)
        #expect(code { _ = try alice.recents() }?.code == .closed)
        #expect(code { _ = try alice.isVisited("1", in: "One") }?.code == .closed)
        #expect(code { _ = try alice.travelog.users() }?.code == .closed)
        #expect(code { _ = try alice.travelog.storedRows() }?.code == .closed)
        let late = await #expect(throws: TravelogError.self) { try await alice.view(Samples.photo("1")) }
        #expect(late?.code == .closed)
    }

    @Test("A file that may not be read is refused with the reason")
    func permission() throws {
        let scratch = try Scratch()
        try scratch.alice().travelog.close()
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: scratch.path())
        // Root may read everything, so there is nothing to see for it.
        guard getuid() != 0 else { return }
        #expect(code { _ = try Travelog.open(at: scratch.path()) }?.code == .permission)
    }

    @Test("Options that are not accepted are named")
    func options() throws {
        let scratch = try Scratch()
        let limit = code { _ = try scratch.alice(TravelogOptions(recentsLimit: -1)) }
        #expect(limit?.code == .invalidOption)
        let app = String(repeating: "x", count: 20_000)
        #expect(code { _ = try scratch.alice(TravelogOptions(app: app)) }?.code == .invalidOption)
        #expect(code { _ = try scratch.alice(TravelogOptions(access: .read)) }?.code == .invalidOption)
        #expect(!FileManager.default.fileExists(atPath: scratch.path()))
    }

    @Test("A user's name is checked", arguments: ["", "$log", "a\nb", String(repeating: "x", count: 256)])
    func userNames(_ name: String) throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        #expect(code { _ = try alice.travelog.history(of: name) }?.code == .invalidName)
    }

    @Test("An event that breaks a rule is refused before it reaches the log")
    func invalidEvents() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let empty = code { try alice.view(Photo(id: "")) }
        #expect(empty?.code == .invalidEvent)
        guard case .field(let cause)? = empty?.cause else {
            Issue.record("the cause is not the field's error")
            return
        }
        #expect(cause.path == "photo.id")
        let large = Photo(id: "1", description: String(repeating: "x", count: 2 << 20))
        #expect(code { try alice.view(large) }?.code == .invalidEvent)
        #expect(code { try alice.removeSection("") }?.code == .invalidEvent)
        #expect(code { try alice.failRefresh(RefreshToken(id: "")) }?.code == .invalidEvent)
        #expect(code { try alice.view(Samples.photo("1"), key: "") }?.code == .invalidEvent)
        #expect(try alice.travelog.log.head().position == 0)
    }

    @Test("An error reads as one sentence with its path and position")
    func description() {
        let error = TravelogError(.damaged, "bytes changed", path: "a.evlog", position: 7)
        #expect("\(error)" == "bytes changed (a.evlog) at event 7")
        #expect(error.code.description == "damaged")
    }

    @Test(
        "Every code of the log has one here",
        arguments: [
            (LogError.Code.unsupportedFormat, TravelogError.Code.unsupported),
            (.unsupportedFeature, .unsupported),
            (.permission, .permission), (.storageFull, .storageFull), (.damaged, .damaged),
            (.inputOutput, .inputOutput),
            (.unexpectedRevision, .contention), (.partiallyKnown, .keyReused),
            (.historyChanged, .inputOutput),
        ])
    func mapping(_ code: LogError.Code, _ expected: TravelogError.Code) {
        #expect(TravelogError(LogError(code, "a sentence")).code == expected)
    }
}

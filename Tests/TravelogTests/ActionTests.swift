import EventCoding
import Platform
import Testing
import Travelog

/// Every action records its event, and its asynchronous twin does the same.
@Suite struct ActionTests {
    /// One action in both forms; each answers the position of its event.
    struct Case: Sendable, CustomTestStringConvertible {
        let type: String
        let subject: String
        let act: @Sendable (History) throws -> UInt64
        let actAsynchronously: @Sendable (History) async throws -> UInt64
        var testDescription: String { type }
    }

    static let photo = Samples.photo("17", tags: ["art"])
    static let token = RefreshToken(id: "r1")

    static let cases = [
        Case(
            type: "photo.viewed", subject: "17", act: { try $0.view(photo).position },
            actAsynchronously: { try await $0.view(photo).position }),
        Case(
            type: "photo.visited", subject: "17", act: { try $0.visit(photo, in: "Europe").position },
            actAsynchronously: { try await $0.visit(photo, in: "Europe").position }),
        Case(
            type: "photo.unvisited", subject: "17", act: { try $0.unvisit("17", in: "Europe").position },
            actAsynchronously: { try await $0.unvisit("17", in: "Europe").position }),
        Case(
            type: "places.refreshRequested", subject: "r1",
            act: {
                _ = try $0.beginRefresh(from: "flickr", key: "r1")
                return try $0.travelog.log.head().position
            },
            actAsynchronously: {
                _ = try await $0.beginRefresh(from: "flickr", key: "r1")
                return try $0.travelog.log.head().position
            }),
        Case(
            type: "places.refreshed", subject: "r1",
            act: { try $0.endRefresh(token, places: [Samples.place(Samples.london)]).position },
            actAsynchronously: { try await $0.endRefresh(token, places: []).position }),
        Case(
            type: "places.refreshFailed", subject: "r1",
            act: { try $0.failRefresh(token, reason: "no network").position },
            actAsynchronously: { try await $0.failRefresh(token, reason: nil).position }),
        Case(
            type: "places.sectionRemoved", subject: "France",
            act: { try $0.removeSection("France").position },
            actAsynchronously: { try await $0.removeSection("France").position }),
        Case(
            type: "vacation.created", subject: "Europe", act: { try $0.createVacation("Europe").position },
            actAsynchronously: { try await $0.createVacation("Europe").position }),
        Case(
            type: "vacation.deleted", subject: "Europe", act: { try $0.deleteVacation("Europe").position },
            actAsynchronously: { try await $0.deleteVacation("Europe").position }),
        Case(
            type: "map.typeSelected", subject: "", act: { try $0.selectMapType(.hybrid).position },
            actAsynchronously: { try await $0.selectMapType(.hybrid).position }),
    ]

    static let options = TravelogOptions(
        app: "Photos 2.1", device: "phone", session: "s1", clock: { 1_770_000_000_000 })

    @Test("An action is recorded with its subject, its time and where it comes from", arguments: cases)
    func synchronous(_ action: Case) throws {
        let scratch = try Scratch()
        let alice = try scratch.alice(Self.options)
        try check(try action.act(alice), action, alice)
    }

    @Test("The asynchronous twin records the same", arguments: cases)
    func asynchronous(_ action: Case) async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice(Self.options)
        try check(try await action.actAsynchronously(alice), action, alice)
    }

    private func check(_ position: UInt64, _ action: Case, _ alice: History) throws {
        let event = try LoggedEvent(position, in: alice.travelog)
        #expect(position == 1)
        #expect(event.type == action.type)
        #expect(event.subject == action.subject)
        #expect(event.stream == "alice")
        #expect(event.metadata["app"]?.text == "Photos 2.1")
        #expect(event.metadata["device"]?.text == "phone")
        #expect(event.metadata["session"]?.text == "s1")
        #expect(event.occurred.milliseconds == 1_770_000_000_000)
        #expect(Int(event.occurred.zoneMinutes) == SystemClock.localOffsetMinutes(at: 1_770_000_000_000))
        try FreshFold.checkStored(alice.travelog, "after \(action.type)")
        alice.travelog.close()
    }

    @Test("The time of an action is the caller's where it is given")
    func occurred() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let moment = Timestamp(milliseconds: -5, zoneMinutes: 330)
        let receipt = try alice.view(Self.photo, occurred: moment)
        #expect(try LoggedEvent(receipt.position, in: alice.travelog).occurred == moment)
        #expect(try alice.recents()[0].viewed == moment)
    }

    @Test("A receipt says where the event stands, and which vacation a visit created")
    func receipts() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let bob = try alice.travelog.history(of: "bob")
        try bob.view(Self.photo)
        let first = try alice.visit(Self.photo, in: " Europe ")
        let second = try alice.visit(Samples.photo("18"), in: "Europe")
        #expect((first.position, first.revision, first.createdVacation) == (2, 1, "Europe"))
        #expect((second.position, second.revision, second.createdVacation) == (3, 2, nil))
        #expect(first.id != second.id)
        #expect(try bob.vacations().isEmpty)
    }

    @Test("Names of vacations are recorded in one form: NFC, without white space at the ends")
    func normalisedNames() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let receipt = try alice.visit(Self.photo, in: "\u{2003}Cote d\u{2019}Azur e\u{301}te\u{301}\t")
        let recorded = try #require(
            try LoggedEvent(receipt.position, in: alice.travelog).payload["vacation"]?.text)
        #expect(Array(recorded.utf8) == Array("Cote d\u{2019}Azur \u{E9}t\u{E9}".utf8))
        #expect(try alice.isVisited("17", in: "Cote d\u{2019}Azur \u{E9}te\u{301}"))
    }
}

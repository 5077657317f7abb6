import Testing
import Travelog

/// A refresh that this device left open is ended when the log is opened again.
@Suite struct RefreshTests {
    static let phone = TravelogOptions(device: "phone")

    private func leaveOpen(_ scratch: Scratch, _ options: TravelogOptions = phone) throws {
        let alice = try scratch.alice(options)
        try alice.beginRefresh()
        alice.travelog.close()
    }

    @Test("The next run on the same device ends it: failed, interrupted")
    func sameDevice() throws {
        let scratch = try Scratch()
        try leaveOpen(scratch)
        let alice = try scratch.reopened(TravelogOptions(device: "phone"))
        #expect(try alice.refreshState() == .failed(reason: "interrupted"))
        #expect(try alice.travelog.log.head().position == 2)
        _ = try alice.travelog.history(of: "alice")
        #expect(try alice.travelog.log.head().position == 2)
    }

    @Test("Another device, or the same run, leaves it alone")
    func others() throws {
        let scratch = try Scratch()
        let session = TravelogOptions(device: "phone", session: "one")
        try leaveOpen(scratch, session)
        let pad = try scratch.reopened(TravelogOptions(device: "pad"))
        #expect(try pad.refreshState() == .refreshing)
        pad.travelog.close()
        let same = try scratch.reopened(session)
        #expect(try same.refreshState() == .refreshing)
        same.travelog.close()
        let reader = try scratch.reopened(TravelogOptions(device: "phone", access: .read))
        #expect(try reader.refreshState() == .refreshing)
        #expect(try reader.travelog.log.head().position == 1)
    }

    @Test("One that has ended is left alone")
    func ended() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice(Self.phone)
        try alice.endRefresh(try alice.beginRefresh(), places: [])
        alice.travelog.close()
        let again = try scratch.reopened(TravelogOptions(device: "phone"))
        #expect(try again.refreshState() == .refreshed)
        #expect(try again.travelog.log.head().position == 2)
    }

    @Test("A list that comes after all counts")
    func lateList() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice(Self.phone)
        let token = try alice.beginRefresh()
        alice.travelog.close()
        let again = try scratch.reopened(TravelogOptions(device: "phone"))
        try again.endRefresh(RefreshToken(id: token.id), places: [Samples.place(Samples.paris)])
        #expect(try again.refreshState() == .refreshed)
        #expect(try again.places().map(\.title) == ["France"])
    }

    @Test("A late failure does not end the waiting of a newer refresh")
    func lateFailure() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice(Self.phone)
        let old = try alice.beginRefresh()
        let new = try alice.beginRefresh()
        try alice.failRefresh(old)
        #expect(try alice.refreshState() == .refreshing)
        try alice.failRefresh(new)
        #expect(try alice.refreshState() == .failed(reason: nil))
    }
}

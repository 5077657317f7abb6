import Foundation
import Testing
import Travelog
import TravelogFoundation

@Suite struct CopyTests {
    @Test("A copy is whole while others write, and is a log of its own")
    func copy() async throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try await alice.visit(Samples.photo("1"), in: "One")
        async let writing: Void = {
            for number in 0..<50 { try await alice.view(Samples.photo("\(number)")) }
        }()
        try alice.travelog.copy(to: scratch.path("ticket.evlog"))
        try await writing
        let copy = try Travelog.open(at: scratch.path("ticket.evlog"))
        let there = try copy.history(of: "alice")
        #expect(try there.isVisited("1", in: "One"))
        try FreshFold.checkStored(copy, "in the copy")
        let head = try copy.log.head().position
        #expect((1...51).contains(head))
        try await there.view(Samples.photo("new"))
        #expect(try copy.log.identity().logID != alice.travelog.log.identity().logID)
        try FreshFold.checkStored(copy, "in the copy, after an append")
    }

    @Test("With Foundation, files are named by URLs and moments are dates")
    func foundation() throws {
        let scratch = try Scratch()
        let url = URL(filePath: scratch.path("über uns.evlog"))
        let alice = try Travelog.create(at: url).history(of: "alice")
        let date = Date(timeIntervalSince1970: 1_770_000_000.25)
        let zone = try #require(TimeZone(secondsFromGMT: -9000))
        try alice.view(Samples.photo("1"), occurred: Timestamp(date, in: zone))
        let viewed = try #require(try alice.recents()[0].viewed)
        #expect(viewed == Timestamp(milliseconds: 1_770_000_000_250, zoneMinutes: -150))
        #expect(viewed.date == date)
        try alice.travelog.copy(to: URL(filePath: scratch.path("copy.evlog")))
        alice.travelog.close()
        try Travelog.open(at: url).close()
        let far = Timestamp(Date(timeIntervalSince1970: 1e300), in: zone)
        #expect(far.milliseconds == .max)
        let error = #expect(throws: TravelogError.self) {
            try Travelog.open(at: try #require(URL(string: "https://example.org/a.evlog")))
        }
        #expect(error?.code == .inputOutput)
    }
}

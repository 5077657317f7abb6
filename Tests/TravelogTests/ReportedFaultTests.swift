import EventCoding
import EventLog
import Projections
import TestSupport
import Testing
import TravelEvents
import TravelProjections

@testable import Travelog

/// Faults that users of other event stores reported, held against the whole of an app's data.
@Suite struct ReportedFaultTests {
    @Test("E3, T6: rows that were made with the action equal those of a rebuild, times included")
    func timesOfRows() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        try alice.view(Samples.photo("a"))
        try alice.visit(Samples.photo("a", tags: ["art"]), in: "One")
        try alice.visit(Samples.photo("b", place: Samples.paris, tags: ["art"]), in: "One")
        try alice.unvisit("a", in: "One")
        let recents = try alice.rows(.recents).rows
        let itinerary = try alice.rows(.itinerary).rows
        let tags = try alice.rows(.tags).rows
        #expect(recents.allSatisfy { $0.viewed != nil })
        #expect(itinerary.allSatisfy { $0.firstVisited != nil && $0.lastVisited != nil })
        try alice.travelog.rebuild()
        #expect(try alice.rows(.recents).rows == recents)
        #expect(try alice.rows(.itinerary).rows == itinerary)
        #expect(try alice.rows(.tags).rows == tags)
        alice.travelog.close()
        let again = try scratch.reopened()
        #expect(try again.rows(.itinerary).rows == itinerary)
        #expect(try again.rows(.recents).rows == recents)
    }

    @Test("C25: a rebuild records nothing, and who follows the log hears nothing of it")
    func noEffects() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        for number in 0..<20 { try alice.view(Samples.photo("\(number)")) }
        let log = alice.travelog.log
        let head = try log.head()
        let follower = try log.follow(after: head.position)
        try alice.travelog.rebuild()
        var block = EventBlock()
        #expect(try !follower.next(into: &block, waiting: 0))
        #expect(try log.head() == head)
    }

    @Test("C23: a rebuild keeps the rows of old histories, and brings nothing back that was deleted")
    func oldHistories() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let bob = try alice.travelog.history(of: "bob")
        try bob.visit(Samples.photo("1"), in: "Long ago")
        try bob.view(Samples.photo("1"))
        try alice.visit(Samples.photo("2"), in: "Gone")
        try alice.deleteVacation("Gone")
        for number in 0..<100 { try alice.visit(Samples.photo("\(number)"), in: "Now") }
        let old = try (bob.rows(.itinerary).rows, bob.recents())
        try alice.travelog.rebuild()
        #expect(try bob.rows(.itinerary).rows == old.0)
        #expect(try bob.recents() == old.1)
        #expect(old.0.map(\.vacation) == ["Long ago"])
        #expect(old.1.map(\.photoID) == ["1"])
        #expect(try alice.vacations().map(\.name) == ["Now"])
    }

    @Test("C47: texts far beyond the store's own key length are kept, or refused with limit and length")
    func longTexts() throws {
        let scratch = try Scratch()
        let user = String(repeating: "u", count: 255)
        let travelog = try Travelog.create(at: scratch.path())
        let history = try travelog.history(of: user)
        let vacation = String(repeating: "v", count: 255)
        let id = String(repeating: "i", count: Photo.maximumIDBytes)
        let place = String(repeating: "p", count: 3_000) + ", " + String(repeating: "c", count: 3_000)
        let tag = String(repeating: "t", count: 3_000)
        try history.visit(Samples.photo(id, place: place, tags: [tag, tag + "2"]), in: vacation)
        try history.view(Samples.photo(id, place: place))
        let token = try history.beginRefresh()
        try history.endRefresh(token, places: [Samples.place(place)])
        #expect(try history.itinerary(of: vacation).map(\.place) == [place])
        #expect(try history.tags(of: vacation).map(\.tag) == [tag, tag + "2"])
        #expect(try history.recents().map(\.photoID) == [id])
        try FreshFold.checkStored(travelog, "long texts")
        let error = #expect(throws: TravelogError.self) { try history.view(Samples.photo(id + "i")) }
        #expect(error?.description.contains("\(Photo.maximumIDBytes)") == true)
        try history.unvisit(id, in: vacation)
        #expect(try history.itinerary(of: vacation).isEmpty)
        travelog.close()
    }

    // MARK: Rules of an app's own screens, where the product meets them

    @Test("1.3.13 fifty photos of a place are asked for, at most")
    func photosOfPlace() { #expect(History.maximumPhotosOfPlace == 50) }

    @Test("1.6.5 a view counts although the photo has no image that could be loaded")
    func viewWithoutImage() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        let photo = Samples.photo("a")
        #expect(
            [ImageSize.squareThumbnail, .large, .original].allSatisfy { photo.imageAddress(size: $0) == nil })
        try alice.view(photo)
        #expect(try alice.recents().map(\.photoID) == ["a"])
    }

    @Test("1.6.6 opening a photo from the list of recents is a view, which puts it first")
    func viewFromRecents() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        for id in ["a", "b", "c"] { try alice.view(Samples.photo(id)) }
        let last = try #require(try alice.recents().last)
        let photo = try #require(try alice.photo(of: last))
        #expect(photo == Samples.photo("a"))
        try alice.view(photo)
        #expect(try alice.recents().map(\.photoID) == ["a", "c", "b"])
        #expect(try alice.travelog.log.head().position == 4)
    }

    @Test("1.7.2 where there is no vacation, one is offered, whose name can be visited in")
    func defaultVacation() throws {
        let scratch = try Scratch()
        let alice = try scratch.alice()
        #expect(try alice.vacations().isEmpty)
        let receipt = try alice.visit(Samples.photo("a"), in: History.defaultVacation)
        #expect(receipt.createdVacation == History.defaultVacation)
        #expect(try alice.vacations().map(\.name) == ["My Vacation"])
    }

    @Test("1.9.4 no event reorders an itinerary: places that stay keep their order")
    func orderStays() throws {
        #expect(
            TravelModel.catalogue.types.map(\.name) == [
                "map.typeSelected", "photo.unvisited", "photo.viewed", "photo.visited",
                "places.refreshFailed",
                "places.refreshRequested", "places.refreshed", "places.sectionRemoved", "vacation.created",
                "vacation.deleted",
            ])
        let seed: UInt64 = 194
        var random = SplitMix64(seed: seed)
        let scratch = try Scratch()
        let alice = try scratch.alice()
        var before: [String] = []
        for step in 0..<120 {
            let number = random.number(0...9)
            if random.oneIn(2) {
                // The photo's number says its place: five places, two photos each.
                try alice.visit(Samples.photo("\(number)", place: "Town \(number / 2), X"), in: "One")
            } else {
                try alice.unvisit("\(number)", in: "One")
            }
            let after = try alice.itinerary(of: "One").map(\.place)
            let stayed = before.filter { after.contains($0) }
            #expect(Array(after.prefix(stayed.count)) == stayed, "seed \(seed), step \(step)")
            before = after
        }
    }
}

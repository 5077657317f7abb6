import EventCoding
import EventLog
import Exchange
import Testing
import TravelEvents
import TravelExchange

@Suite(.enabled(if: SharedData.folder != nil, "The shared data is not beside this checkout."))
struct POIVisitDataTests {
    /// Osaka as it stands, read once.
    private static let osaka = Result { try read("userVisits-Osak.csv", pois: "POI-Osak.csv") }

    private static func read(_ name: String, pois: String, views: Bool = false) throws -> ImportBatch {
        var options = ImportOptions()
        options.set("pois", to: try SharedData.file(pois))
        if views { options.set("views") }
        return try POIVisitFormat().read([try SharedData.file(name)], options: options)
    }

    @Test(arguments: [
        ("userVisits-Toro.csv", "POI-Toro.csv", 1395, 39_419, 42),
        ("userVisits-Osak.csv", "POI-Osak.csv", 450, 7_747, 0),
        ("userVisits-Pert-allPOI.csv", "POI-Pert.csv", 159, 3_643, 1),
        ("userVisits-Delh-allPOI.csv", "POI-Delh.csv", 279, 3_993, 0),
    ])
    func `Each city gives the published numbers`(
        name: String, pois: String, users: Int, visits: Int, before1970: Int
    ) throws {
        let batch = try Self.read(name, pois: pois)
        #expect(batch.summary.rows == visits)
        #expect(batch.summary.events == visits)
        #expect(batch.summary.streams == users)
        #expect(batch.summary.skipped.isEmpty)
        #expect(batch.events.count == visits)
        #expect(Set(batch.map(\.event.id)).count == visits)
        let times = batch.compactMap(\.event.occurred?.milliseconds)
        #expect(times.count == visits)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(times.count { $0 < 0 } == before1970)
    }

    @Test(arguments: ["variants/userVisits-Osak.crlf.csv", "variants/userVisits-Osak.comma-crlf.csv"])
    func `The variants of Osaka give the same events`(name: String) throws {
        let original = try Self.osaka.get()
        let variant = try Self.read(name, pois: "POI-Osak.csv")
        #expect(variant.events == original.events)
        #expect(variant.summary == original.summary)
    }

    @Test
    func `Views double the events of Osaka`() throws {
        let visits = try Self.osaka.get()
        let both = try Self.read("userVisits-Osak.csv", pois: "POI-Osak.csv", views: true)
        #expect(both.summary.events == 2 * 7_747)
        #expect(both.filter { $0.event.type == "photo.visited" } == visits.events)
        #expect(both.events.count { $0.event.type == "photo.viewed" } == 7_747)
        #expect(Set(both.map(\.event.id)).count == 2 * 7_747)
    }

    @Test
    func `The first visits of a user stand at the places of the list`() throws {
        let batch = try Self.osaka.get()
        var places: [String: String] = [:]
        var ofUser = 0
        for imported in batch where imported.stream.text == "61585804@N00" {
            ofUser += 1
            let visit = try imported.event.record(PhotoVisited.self)
            if places[visit.vacation] == nil { places[visit.vacation] = visit.photo.place }
        }
        #expect(ofUser == 1229)
        #expect(places["trip-662"] == "Osaka Castle")
        #expect(places["trip-663"] == "Tennōji Zoo")
        #expect(places["trip-664"] == "Tennōji Park")
    }

    @Test
    func `Every file is recognised, and the lists are not`() throws {
        let visits = [
            "userVisits-Toro.csv", "userVisits-Osak.csv", "userVisits-Pert-allPOI.csv",
            "userVisits-Delh-allPOI.csv", "variants/userVisits-Osak.crlf.csv",
            "variants/userVisits-Osak.comma-crlf.csv",
        ]
        for name in visits {
            let prefix = Array(try SharedData.file(name).bytes.prefix(4096))
            let isRecognised = POIVisitFormat().recognises(prefix.span)
            #expect(isRecognised, "\(name)")
        }
        let list = try SharedData.file("POI-Osak.csv").bytes
        let isRecognised = POIVisitFormat().recognises(list.span)
        #expect(!isRecognised)
    }
}

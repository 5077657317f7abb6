import EventCoding
import EventLog
import Foundation
import Projections
import Testing
import TravelEvents
import TravelProjections

/// Responses of a real photo service, recorded and folded.
@Suite(
    "2 Real responses",
    .enabled(if: SharedData.flickr != nil, "the shared data is not beside the checkout"))
struct RealResponseTests {
    private static func topPlaces() throws -> ProposedEvent {
        let response = try SharedData.response("places/get_top_places_list.json")
        let list = try #require(response.map?["places"]?.map?["place"])
        let payload = try PlacesRefreshed.normalise(.fields(["refresh_id": .text("1"), "places": list]))
        return Act.raw(PlacesRefreshed.definition, subject: "1", payload)
    }

    @Test("100 places in 23 sections, sorted in each")
    func places() throws {
        let scenario = try Scenario.places([Act.request("1"), try Self.topPlaces()])
        let table = try scenario.placeSections()
        #expect(table.sections.reduce(0) { $0 + $1.rows.count } == 100)
        #expect(table.sections.count == 23)
        for (country, count) in [("United States", 49), ("France", 9), ("Thailand", 7)] {
            let section = try #require(table.section(withKey: [country]))
            #expect(try table.rowCount(in: section) == count)
        }
        let titles = table.sections.map(\.title)
        #expect(titles == titles.sorted { $0.lowercased() < $1.lowercased() })
        let rows = try scenario.rows("places")
        #expect(rows.count { $0.columns[2] == .text("") } == 1)
        #expect(rows.allSatisfy { row in row.columns.allSatisfy { $0 != .none } })
        #expect(try scenario.refreshState() == .refreshed)
        #expect(try scenario.replay().isComplete)
    }

    @Test(
        "1.3.11 the order is the same in every locale of the environment",
        arguments: ["C", "tr_TR.UTF-8", "sv_SE.UTF-8"])
    func locales(_ locale: String) async throws {
        let expected = try Scenario.places([try Self.topPlaces()]).keys("places").joined(separator: "\n")
        let result = await #expect(
            processExitsWith: .success, observing: [\.standardOutputContent]
        ) { [locale] in
            Self.useLocale(locale)
            let keys = try Scenario.places([try Self.topPlaces()]).keys("places")
            try FileHandle.standardOutput.write(contentsOf: Data("<\(keys.joined(separator: "\n"))>".utf8))
        }
        let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        #expect(output.contains("<\(expected)>"))
    }

    /// Puts this process into a locale, as far as the host has it.
    private static func useLocale(_ locale: String) {
        for name in ["LANG", "LC_ALL", "LANGUAGE"] { _ = unsafe setenv(name, locale, 1) }
        _ = unsafe setlocale(LC_ALL, "")
    }

    @Test("1.3.6 a real list that holds one name twice keeps the first")
    func duplicate() throws {
        let response = try SharedData.response("places/places_for_user.json")
        let list = try #require(response.map?["places"]?.map?["place"])
        let payload = try PlacesRefreshed.normalise(.fields(["refresh_id": .text("1"), "places": list]))
        let scenario = try Scenario.places([Act.raw(PlacesRefreshed.definition, subject: "1", payload)])
        let given = try PlacesRefreshed(payload).places
        #expect(try scenario.effects(of: 1).count { $0.hasSuffix("duplicatePlace") } == 1)
        #expect(try scenario.rows("places").count == given.count - 1)
        let names = given.map { $0.name ?? "" }
        let twice = try #require(names.first { name in names.count { $0 == name } == 2 })
        let first = try #require(given.first { $0.name == twice }?.photoCount)
        let row = try #require(try scenario.rows("places").first { $0.keyText == twice })
        #expect(row.columns[3] == .integer(first))
    }

    @Test("1.10 tags of the 52 photos whose tags are one text, each visited once")
    func tags() throws {
        var photos: [(id: String, photo: PayloadValue)] = []
        for path in try SharedData.responses() {
            Self.collect(try SharedData.response(path), &photos)
        }
        #expect(photos.count == 52)
        let scenario = try Scenario.travel()
        for (id, photo) in photos {
            let payload = try PhotoVisited.normalise(.fields(["vacation": .text("All"), "photo": photo]))
            try scenario.given([Act.raw(PhotoVisited.definition, subject: id, payload)])
        }
        let tags = try scenario.rows("tags")
        #expect(tags.count == 199)
        let texts = photos.flatMap { $0.photo.map?["tags"]?.text?.split(separator: " ") ?? [] }
        #expect(Set(texts.filter { $0.contains(":") }.map { Array($0.utf8) }).count == 17)
        let top = tags.prefix(7).map { "\($0.columns[2]) \($0.columns[3])" }
        #expect(
            top == [
                "Usa 26", "Sanfrancisco 19", "California 14", "Neon 11", "Unitedstates 9", "Bw 8", "Sfist 7",
            ])
    }

    /// Gathers every object with an id and tags in one text, each id once.
    private static func collect(_ value: PayloadValue, _ photos: inout [(id: String, photo: PayloadValue)]) {
        switch value {
        case .list(let elements): for element in elements { collect(element, &photos) }
        case .map(let map):
            if let id = map["id"]?.text, map["tags"]?.text != nil {
                if !photos.contains(where: { $0.id == id }) { photos.append((id, value)) }
            }
            for entry in map.entries { collect(entry.value, &photos) }
        default: break
        }
    }

    @Test("1.11 the addresses that the service itself sent are those that a photo gives")
    func addresses() throws {
        var checked = 0
        for path in try SharedData.responses() {
            var photos: [(id: String, photo: PayloadValue)] = []
            Self.collect(try SharedData.response(path), &photos)
            for (_, value) in photos {
                let photo = try Photo(value)
                for (key, size) in [
                    ("url_sq", ImageSize.squareThumbnail), ("url_l", .large), ("url_o", .original),
                ] {
                    guard let sent = value.map?[key]?.text, let address = photo.imageAddress(size: size)
                    else {
                        continue
                    }
                    #expect(URL(string: address)?.path == URL(string: sent)?.path, "\(path) \(photo.id)")
                    checked += 1
                }
            }
        }
        #expect(checked > 50)
    }
}

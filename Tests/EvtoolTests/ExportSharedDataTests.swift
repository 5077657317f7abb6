import Foundation
import Platform
import Testing

/// Exports of logs made of the shared data.
@Suite(.enabled(if: SharedData.isPresent, "the shared data is not beside the checkout"))
struct ExportSharedDataTests {
    @Test(arguments: [
        "userVisits-Toro", "userVisits-Osak", "userVisits-Pert-allPOI", "userVisits-Delh-allPOI",
    ])
    func aCityTravelsByteForByte(_ name: String) throws {
        let folder = try ExportFolder()
        let csv = SharedData.path("poi-visits/\(name).csv")
        let made = ExportRun("import", csv, "--out", folder.file("a.evlog"))
        #expect(made.status == 0, "\(made.errors)")
        let first = ExportRun("--log", folder.file("a.evlog"), "export", "--out", folder.file("a.ndjson"))
        #expect(first.status == 0, "\(first.errors)")
        let imported = ExportRun("import", folder.file("a.ndjson"), "--out", folder.file("b.evlog"))
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(imported.output.contains("an exact copy of log "))
        let second = ExportRun("--log", folder.file("b.evlog"), "export", "--out", folder.file("b.ndjson"))
        #expect(second.status == 0, "\(second.errors)")
        #expect(try folder.bytes("a.ndjson") == folder.bytes("b.ndjson"))
        func head(_ run: ExportRun) -> Substring? { run.lines.last?.split(separator: " ").last }
        #expect(head(first) == head(second))
        #expect(head(first) == head(imported))
    }

    @Test func favouritesAreViewsAtTheirDates() throws {
        let folder = try ExportFolder()
        let favourites = SharedData.path("flickr-api/favorites/get_list.json")
        let log = folder.file("f.evlog")
        let made = ExportRun("import", favourites, "--out", log)
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.hasPrefix("flickr: 15 rows became 15 events for 1 user\n"))
        let text = String(decoding: try Files.readAll(favourites, limit: 1 << 24), as: UTF8.self)
        let dates = text.components(separatedBy: "\"date_faved\": \"").dropFirst()
            .compactMap { Int64($0.prefix { $0 != "\"" }) }.sorted()
        #expect(dates.count == 15)
        let shown = ExportRun("--log", log, "log", "--json")
        let formatter = ISO8601DateFormatter()
        let occurred = shown.lines.dropLast().compactMap { line -> Int64? in
            guard let start = line.range(of: "\"occurred\":\"")?.upperBound,
                let date = formatter.date(from: line[start...].prefix(19) + "Z")
            else { return nil }
            #expect(line.contains(#""type":"photo.viewed""#) && line.contains(#""stream":"me""#))
            return Int64(date.timeIntervalSince1970)
        }
        #expect(occurred == dates)
        let again = ExportRun("import", favourites, "--append", log)
        #expect(again.output.contains("appended 0 events to \(log); already there: 15"))
        let bob = ExportRun("import", favourites, "-u", "bob", "--append", log)
        #expect(bob.output.contains("appended 15 events to \(log) "))
    }

    @Test func topPlacesAreARefresh() throws {
        let folder = try ExportFolder()
        let places = SharedData.path("flickr-api/places/get_top_places_list.json")
        let photo = SharedData.path("flickr-api/photos/get_info.json")
        let log = folder.file("f.evlog")
        let made = ExportRun("import", places, photo, "--out", log)
        #expect(made.status == 0, "\(made.errors)")
        let types = ExportRun("--log", log, "log", "--plain").lines.dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)[3]
        }
        #expect(types == ["places.refreshRequested", "places.refreshed", "photo.viewed"])
        #expect(
            ExportRun("import", photo, places, places, "--append", log).output
                .contains("appended 0 events to \(log); already there: 3"))
    }
}

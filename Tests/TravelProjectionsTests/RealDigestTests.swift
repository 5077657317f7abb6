import EventCoding
import EventLog
import Exchange
import Foundation
import Projections
import TestSupport
import Testing
import TravelEvents
import TravelExchange
import TravelProjections

/// The digests of the travel folds over real visits and real responses.
///
/// They were recorded before reading and folding were made faster: speed must not move a row.
@Suite(
    "Digests over real data",
    .enabled(if: RealData.isPresent, "the shared data is not beside the checkout"))
struct RealDigestTests {
    private static let recorded: [RecordedDigest] = [
        RecordedDigest(
            projection: "recents", version: 1,
            digest: "179e21fd5b4d2ea1608d93a60e61aec577c9a5275acd572fd2576b3e275c7952"),
        RecordedDigest(
            projection: "visits", version: 1,
            digest: "695716b87dbb70cf2f511691c07c9f97f71b6369b3c132936e607cf83442d65c"),
        RecordedDigest(
            projection: "places", version: 1,
            digest: "d5c138a13c2a85ab796fceca22621f07d607e1e6efff7f46f6be8b3610b8bd10"),
        RecordedDigest(
            projection: "preferences", version: 1,
            digest: "71462e7e3be93ed6278b599e48d136cbf624aa80f5d438b3cdd5ab4ef7dc3850"),
    ]

    @Test("the digests of all projections over the real data are those recorded")
    func digests() throws {
        let log = MemoryLog(clock: { 0 })
        try Self.appendCity(to: log)
        try Self.appendResponses(to: log)
        #expect(log.head().position == 15_593)
        let violations = try FoldCheck.violations(
            of: TravelModel.projections, over: log, catalogue: TravelModel.catalogue,
            recorded: Self.recorded)
        #expect(violations == [])
    }

    /// The visits of Osaka with their views; some are taken back.
    private static func appendCity(to log: MemoryLog) throws {
        var options = ImportOptions()
        options.set("pois", to: try file("POI-Osak.csv"))
        options.set("views")
        let batch = try POIVisitFormat().read([try file("userVisits-Osak.csv")], options: options)
        for imported in batch { try log.append([imported.event], to: imported.stream) }
        var visits = 0
        for imported in batch where imported.event.type == PhotoVisited.definition.type {
            visits += 1
            guard visits.isMultiple(of: 151) else { continue }
            let payload = imported.event.payload
            let visit = try PhotoVisited(cbor: payload.span)
            let undone = PhotoUnvisited(vacation: visit.vacation, photo: visit.photo.id)
            try log.append([try Act.proposed(undone, subject: visit.photo.id, at: 0)], to: imported.stream)
        }
    }

    /// What the photo service sent: photos viewed and visited, and the list of top places.
    private static func appendResponses(to log: MemoryLog) throws {
        let stream = try StreamName("responses")
        let places = try FlickrResponse(try SharedData.response("places/get_top_places_list.json")).places()
        try log.append(
            [
                try Act.request("1"), try Act.refreshed("1", places), try Act.removeSection("France"),
                try Act.request("2"), try Act.failed("2", reason: "offline"), try Act.mapType("hybrid"),
            ], to: stream)
        for path in ["favorites/get_list.json", "photos/search.json", "photos/get_info.json"] {
            for photo in try FlickrResponse(try SharedData.response(path)).photos() {
                let visit = PhotoVisited(vacation: "All of it", photo: photo)
                try log.append(
                    [
                        try Act.proposed(PhotoViewed(photo: photo), subject: photo.id, at: 1000),
                        try Act.proposed(visit, subject: photo.id, at: 2000),
                    ], to: stream)
            }
        }
    }

    private static func file(_ name: String) throws -> ImportFile {
        ImportFile(name: name, bytes: try RealData.bytes("poi-visits/" + name))
    }
}

import EventCoding

@testable import TravelEvents

/// One event of every type, with every field set somewhere.
enum SampleEvents {
    static let photo = Photo(
        id: "13246387263", title: "Alfama at dusk", description: "Seen <b>from</b> Graça\nin March",
        place: "Lisbon, Lisboa, Portugal", tags: ["tram", "lisboa", "vision:outdoor=0944", "über"],
        owner: "42961457@N04", latitude: 38.7139, longitude: -9.1334, secret: "33a8769e2e", server: "7297",
        farm: "8",
        extra: map([
            ("license", .integer(0)), ("views", .text("12405")), ("machine_tags", .null),
            ("dates", .map(map([("taken", .text("2014-03-18 09:43:39"))]))),
        ]))

    static let places = [
        Place(
            name: "London, England, United Kingdom", placeID: "hP_s5s9VVr5Qcg", woeid: "44418",
            latitude: 51.506, longitude: -0.127, photoCount: 3406,
            extra: map([("place_type_id", .integer(7))])),
        Place(name: "Singapore"), Place(name: nil, woeid: "1"),
    ]

    static let all: [any EventPayload] = [
        PhotoViewed(photo: photo), PhotoViewed(photo: Photo(id: "p17")),
        PhotoVisited(vacation: "Europe", photo: photo), PhotoUnvisited(vacation: "Europe", photo: "p88"),
        PlacesRefreshRequested(refreshID: "r1", source: "flickr"), PlacesRefreshRequested(refreshID: "r2"),
        PlacesRefreshed(refreshID: "r1", places: places), PlacesRefreshed(refreshID: "r3", places: []),
        PlacesRefreshFailed(refreshID: "r2", reason: "interrupted"), PlacesSectionRemoved(country: "France"),
        VacationCreated(name: "Europe"), VacationDeleted(name: "Europe"),
        MapTypeSelected(mapType: .satellite),
    ]
}

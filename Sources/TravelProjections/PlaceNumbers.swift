import EventCoding
import Projections
import TravelEvents

/// The numbers of a place in a list, and where in its refresh the place stands, as a row keeps them.
struct PlaceNumbers: Equatable {
    /// How many photos the service has of the place, or nil.
    let photoCount: Int64?
    /// Where the place is, or nil.
    let location: GeoLocation?

    /// The numbers of a place in a payload.
    init(_ place: borrowing CBORView) {
        photoCount = place["photo_count"]?.integer
        location = GeoLocation(latitude: place["latitude"]?.number, longitude: place["longitude"]?.number)
    }

    /// The numbers that a row keeps.
    init(_ row: Row) {
        photoCount = row.a & Self.hasPhotoCount > 0 ? row.b : nil
        let (latitude, longitude) = (UInt64(bitPattern: row.c), UInt64(bitPattern: row.d))
        location =
            row.a & Self.hasLocation > 0
            ? GeoLocation(
                latitude: Double(bitPattern: latitude), longitude: Double(bitPattern: longitude)) : nil
    }

    /// The row of a place that stands at `index`, from 0, in the refresh at `position`.
    func row(from position: UInt64, index: Int) -> Row {
        var row = Row(order: position, source: position, a: Int64(index) << Self.flagBits)
        if let photoCount {
            row.a |= Self.hasPhotoCount
            row.b = photoCount
        }
        if let location {
            row.a |= Self.hasLocation
            row.c = Int64(bitPattern: location.latitude.bitPattern)
            row.d = Int64(bitPattern: location.longitude.bitPattern)
        }
        return row
    }

    /// Where in its refresh the place of a row stands, from 0.
    static func index(_ row: Row) -> Int { Int(row.a >> flagBits) }

    private static let hasPhotoCount: Int64 = 1
    private static let hasLocation: Int64 = 2
    private static let flagBits: Int64 = 2
}

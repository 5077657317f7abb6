/// A point on the Earth.
public struct GeoLocation: Hashable, Sendable {
    /// Degrees north.
    public let latitude: Double

    /// Degrees east.
    public let longitude: Double

    /// A point, or nil where there is none: a number is missing, or both are 0.
    ///
    /// Photo services send 0 and 0 for a photo whose place is not known.
    public init?(latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude, latitude != 0 || longitude != 0 else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Photo {
    /// Where it was taken; nil where that is not known.
    public var location: GeoLocation? { GeoLocation(latitude: latitude, longitude: longitude) }
}

extension Place {
    /// Where it is; nil where that is not known.
    public var location: GeoLocation? { GeoLocation(latitude: latitude, longitude: longitude) }
}

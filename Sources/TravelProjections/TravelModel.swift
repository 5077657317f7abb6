public import EventCoding
public import Projections
import TravelEvents

/// The travel model: its events and the projections that a user sees.
public enum TravelModel {
    /// The event types.
    public static let catalogue: EventCatalogue = TravelCatalogue.catalogue

    /// The projections with their usual parameters.
    public static let projections: [AnyProjection] = [AnyProjection(Recents())] + others

    /// The projections with recents of another length.
    ///
    /// - Throws: `ConfigurationError` when the limit is negative.
    public static func projections(recentsLimit: Int) throws(ConfigurationError) -> [AnyProjection] {
        [AnyProjection(try Recents(limit: recentsLimit))] + others
    }

    /// The projections without parameters.
    private static let others = [
        AnyProjection(Visits()), AnyProjection(Places()), AnyProjection(Preferences()),
    ]
}

public import EventCoding
import Platform
public import TravelEvents

extension History {
    /// How many photos of a place an app asks its service for, at most.
    ///
    /// The data model fetches nothing; the number stands here so that every app of the model asks for the same.
    public static let maximumPhotosOfPlace = 50

    /// How many bytes of chance the id of a refresh has.
    private static let refreshIDBytes = 16

    /// Records that the user asked for the list of top places anew; fetching it is the app's part.
    ///
    /// The list shows as refreshing until `endRefresh` or `failRefresh` ends this refresh, or a newer one
    /// begins.
    ///
    /// - Parameters:
    ///   - source: Where the list is asked for, such as the name of a service, or nil.
    ///   - key: As for every action; it is then also the id of the refresh.
    ///   - occurred: As for every action.
    /// - Returns: What ends this refresh.
    @discardableResult
    public func beginRefresh(
        from source: String? = nil, key: String? = nil, occurred: Timestamp? = nil
    ) throws(TravelogError) -> RefreshToken {
        let token = RefreshToken(id: key ?? Self.randomRefreshID())
        try append(action(PlacesRefreshRequested(refreshID: token.id, source: source), key, occurred))
        return token
    }

    /// The asynchronous twin of beginning a refresh.
    @discardableResult
    public func beginRefresh(
        from source: String? = nil, key: String? = nil, occurred: Timestamp? = nil
    ) async throws(TravelogError) -> RefreshToken {
        let token = RefreshToken(id: key ?? Self.randomRefreshID())
        try await append(action(PlacesRefreshRequested(refreshID: token.id, source: source), key, occurred))
        return token
    }

    /// Records that the list of top places came; it replaces the one before it.
    ///
    /// - Parameters:
    ///   - token: What `beginRefresh` gave.
    ///   - places: The whole list; an empty one empties it.
    ///   - key: As for every action.
    ///   - occurred: As for every action.
    @discardableResult
    public func endRefresh(
        _ token: RefreshToken, places: [Place], key: String? = nil, occurred: Timestamp? = nil
    ) throws(TravelogError) -> ActionReceipt {
        try append(action(PlacesRefreshed(refreshID: token.id, places: places), key, occurred))
    }

    /// The asynchronous twin of ending a refresh with a list.
    @discardableResult
    public func endRefresh(
        _ token: RefreshToken, places: [Place], key: String? = nil, occurred: Timestamp? = nil
    ) async throws(TravelogError) -> ActionReceipt {
        try await append(action(PlacesRefreshed(refreshID: token.id, places: places), key, occurred))
    }

    /// Records that the list of top places did not come; the one before it stays.
    ///
    /// - Parameters:
    ///   - token: What `beginRefresh` gave.
    ///   - reason: Why not, as a sentence, or nil.
    ///   - key: As for every action.
    ///   - occurred: As for every action.
    @discardableResult
    public func failRefresh(
        _ token: RefreshToken, reason: String? = nil, key: String? = nil, occurred: Timestamp? = nil
    ) throws(TravelogError) -> ActionReceipt {
        try append(action(PlacesRefreshFailed(refreshID: token.id, reason: reason), key, occurred))
    }

    /// The asynchronous twin of recording that a refresh failed.
    @discardableResult
    public func failRefresh(
        _ token: RefreshToken, reason: String? = nil, key: String? = nil, occurred: Timestamp? = nil
    ) async throws(TravelogError) -> ActionReceipt {
        try await append(action(PlacesRefreshFailed(refreshID: token.id, reason: reason), key, occurred))
    }

    /// Removes the section of a country from the list of places, until the next refresh brings it back.
    ///
    /// A country that has no section changes nothing. Itinerary, tags and recents do not change.
    ///
    /// - Parameters:
    ///   - country: The section's title.
    ///   - key: As for every action.
    ///   - occurred: As for every action.
    @discardableResult
    public func removeSection(
        _ country: String, key: String? = nil, occurred: Timestamp? = nil
    ) throws(TravelogError) -> ActionReceipt {
        try append(action(PlacesSectionRemoved(country: country), key, occurred))
    }

    /// The asynchronous twin of removing a section.
    @discardableResult
    public func removeSection(
        _ country: String, key: String? = nil, occurred: Timestamp? = nil
    ) async throws(TravelogError) -> ActionReceipt {
        try await append(action(PlacesSectionRemoved(country: country), key, occurred))
    }

    private static func randomRefreshID() -> String {
        Randomness.bytes(refreshIDBytes).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

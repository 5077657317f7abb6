public import EventCoding
public import TravelEvents

extension History {
    /// Records how the user wants maps drawn.
    ///
    /// A type that is not offered is recorded and counts as standard.
    @discardableResult
    public func selectMapType(
        _ mapType: MapType, key: String? = nil, occurred: Timestamp? = nil
    ) throws(TravelogError) -> ActionReceipt {
        try append(action(MapTypeSelected(mapType: mapType), key, occurred))
    }

    /// The asynchronous twin of choosing how maps are drawn.
    @discardableResult
    public func selectMapType(
        _ mapType: MapType, key: String? = nil, occurred: Timestamp? = nil
    ) async throws(TravelogError) -> ActionReceipt {
        try await append(action(MapTypeSelected(mapType: mapType), key, occurred))
    }
}

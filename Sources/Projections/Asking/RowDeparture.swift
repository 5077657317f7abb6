/// Which event took a row away, and why.
public struct RowDeparture: Hashable, Sendable {
    /// The event's position.
    public let position: UInt64

    /// The fold's word for why.
    public let reason: Reason

    /// A departure.
    public init(position: UInt64, reason: Reason) {
        self.position = position
        self.reason = reason
    }
}

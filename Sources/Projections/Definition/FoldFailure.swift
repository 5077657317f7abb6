/// An event that a projection could not apply: data, so that looking at a log goes on and says so.
public struct FoldFailure: Hashable, Sendable {
    /// The event's position.
    public let position: UInt64

    /// The event's type.
    public let type: String

    /// The event's schema version, as stored.
    public let schemaVersion: UInt16

    /// The projection that failed.
    public let projection: String

    /// Why.
    public let error: FoldError

    /// A failure.
    public init(
        position: UInt64, type: String, schemaVersion: UInt16, projection: String, error: FoldError
    ) {
        self.position = position
        self.type = type
        self.schemaVersion = schemaVersion
        self.projection = projection
        self.error = error
    }
}

extension FoldFailure: CustomStringConvertible {
    /// Where and why, on one line.
    public var description: String {
        "\(projection): event \(position) (\(type) \(schemaVersion)): \(error)"
    }
}

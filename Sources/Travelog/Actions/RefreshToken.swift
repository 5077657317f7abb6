/// A refresh of the list of places that has begun: hand it back when the refresh ends.
///
/// It may be kept over a restart of the app: only its id counts.
public struct RefreshToken: Hashable, Sendable, Codable {
    /// Ties the request to its end.
    public let id: String

    /// The token of the refresh with that id.
    public init(id: String) { self.id = id }

    /// Whether both are of one refresh; ids are compared by their bytes.
    public static func == (left: RefreshToken, right: RefreshToken) -> Bool {
        left.id.utf8.elementsEqual(right.id.utf8)
    }

    /// Hashes the id's bytes.
    public func hash(into hasher: inout Hasher) { for byte in id.utf8 { hasher.combine(byte) } }
}

/// The keys that an object may have, in the order in which they are usually written.
public struct JSONKeys: Sendable {
    /// Each key in UTF-8.
    let keys: [[UInt8]]

    /// The number of keys.
    public var count: Int { keys.count }

    /// Keys, all different.
    public init(_ keys: [String]) { self.keys = keys.map { Array($0.utf8) } }
}

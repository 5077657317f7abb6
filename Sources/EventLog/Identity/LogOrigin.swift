public import Digest

/// Where the records of a log come from, when it holds part of another one.
///
/// Such a log has an id of its own and never passes as the one that it was taken from.
public struct LogOrigin: Hashable, Sendable {
    /// What makes the log another one than its origin.
    public struct Traits: OptionSet, Hashable, Sendable {
        /// The bits as stored.
        public let rawValue: UInt64

        /// Traits with these bits.
        public init(rawValue: UInt64) { self.rawValue = rawValue }

        /// Only a range of positions was taken.
        public static let partial = Traits(rawValue: 1 << 0)
        /// Only events that met a condition were taken.
        public static let filtered = Traits(rawValue: 1 << 1)
        /// Some positions of the origin could not be read.
        public static let incomplete = Traits(rawValue: 1 << 2)
        /// The events got new positions and revisions.
        public static let renumbered = Traits(rawValue: 1 << 3)
        /// The records were carved out of a damaged file.
        public static let salvaged = Traits(rawValue: 1 << 4)

        /// The traits' names, in the order of their bits; unknown bits have none.
        public var names: [String] { Self.known.filter { contains($0.trait) }.map(\.name) }

        /// The trait of that name, or nil.
        public init?(name: String) {
            guard let known = Self.known.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                return nil
            }
            self = known.trait
        }

        private static let known: [(trait: Traits, name: String)] = [
            (.partial, "partial"), (.filtered, "filtered"), (.incomplete, "incomplete"),
            (.renumbered, "renumbered"), (.salvaged, "salvaged"),
        ]
    }

    /// The id of the other log.
    public let logID: LogID
    /// Its last position then.
    public let position: UInt64
    /// The root of its tree up to there; nil where it is not known.
    public let root: SHA256Digest?
    /// The stretches under whose ids its records were appended.
    public let epochs: [LogIdentity.Epoch]
    /// The last position here whose record carries one of these ids; 0 where all were written anew.
    public let recordsThrough: UInt64
    /// What makes this log another one.
    public let traits: Traits

    /// An origin.
    ///
    /// - Precondition: `epochs` is not empty.
    public init(
        logID: LogID, position: UInt64, root: SHA256Digest?, epochs: [LogIdentity.Epoch],
        recordsThrough: UInt64, traits: Traits
    ) {
        precondition(!epochs.isEmpty, "a log has at least one epoch")
        self.logID = logID
        self.position = position
        self.root = root
        self.epochs = epochs
        self.recordsThrough = recordsThrough
        self.traits = traits
    }
}

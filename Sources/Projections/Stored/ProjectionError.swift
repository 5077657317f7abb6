/// What went wrong with stored rows: a stable code, which projection, where.
public struct ProjectionError: Error, Sendable {
    /// A kind of failure; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case incompleteProjection, damagedRows, damagedStamp, checkpointAhead, otherLog, notStored, stale
            case superseded
        }
        private let kind: Kind
        /// The code's stable name.
        public var description: String { kind.rawValue }

        /// An event could not be read or applied, so that the rows would be partial.
        public static let incompleteProjection = Code(kind: .incompleteProjection)
        /// A stored row is not what was written; a rebuild replaces it.
        public static let damagedRows = Code(kind: .damagedRows)
        /// The record about a stored projection is not what was written; a rebuild replaces it.
        public static let damagedStamp = Code(kind: .damagedStamp)
        /// The stored rows stand at an event that the log does not have; a rebuild replaces them.
        public static let checkpointAhead = Code(kind: .checkpointAhead)
        /// The stored rows were made from another log; a rebuild replaces them.
        public static let otherLog = Code(kind: .otherLog)
        /// No rows are stored for this name, version and these parameters.
        public static let notStored = Code(kind: .notStored)
        /// The stored rows were made under other schema or Unicode versions; a rebuild replaces them.
        public static let stale = Code(kind: .stale)
        /// Somebody else rebuilt or cleaned the same rows meanwhile.
        public static let superseded = Code(kind: .superseded)
    }

    /// What kind of failure this is.
    public let code: Code

    /// The projection's name.
    public let projection: String

    /// One sentence for a person; never holds personal text.
    public let message: String

    /// The position concerned, where there is one.
    public var position: UInt64?

    /// The events that could not be applied.
    public var failures: [FoldFailure] = []

    /// The places that held no event.
    public var incompleteness: [Incompleteness] = []

    /// An error with its context.
    public init(_ code: Code, projection: String, _ message: String, position: UInt64? = nil) {
        self.code = code
        self.projection = projection
        self.message = message
        self.position = position
    }
}

extension ProjectionError: CustomStringConvertible {
    /// The sentence with the projection's name and the position.
    public var description: String {
        "\(projection): \(message)" + (position.map { " at event \($0)" } ?? "")
    }
}

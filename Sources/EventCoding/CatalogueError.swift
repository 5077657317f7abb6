/// Why definitions do not make a catalogue.
public struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public struct Code: Hashable, Sendable {
        private enum Reason { case duplicateType }

        private let reason: Reason

        /// Two definitions have one type.
        public static let duplicateType = Code(reason: .duplicateType)
    }

    /// What is wrong.
    public let code: Code

    /// The type it is wrong with.
    public let type: EventType

    /// An error with the type it concerns.
    public init(_ code: Code, type: EventType) {
        self.code = code
        self.type = type
    }

    /// The reason and the type.
    public var description: String { "the event type \(type) is defined twice" }
}

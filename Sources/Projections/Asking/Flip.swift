/// An event after which a condition holds that did not hold before, or the other way round.
public struct Flip: Sendable {
    /// What the event did to one row that the condition asks about.
    public struct Cause: Hashable, Sendable {
        /// The shown table.
        public let table: String
        /// The projection that owns it.
        public let projection: String
        /// The row's key as it is typed.
        public let key: String
        /// What happened to the row.
        public let operation: Effect.Operation
        /// Why.
        public let reason: Reason
    }

    /// The most causes that are kept of one event.
    public static let mostCauses = 8

    /// The event's position.
    public let position: UInt64
    /// Whether the condition holds from now on.
    public let value: Bool
    /// The event's type.
    public let type: String
    /// What the event is about; may be empty.
    public let subject: String
    /// When the event was appended, in milliseconds since 1970.
    public let recorded: Int64
    /// What the event did to rows that the condition asks about, at most `mostCauses` of them.
    public let causes: [Cause]
    /// How many causes there are.
    public let causeCount: Int
}

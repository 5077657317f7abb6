public import EventLog

/// Why a row is in a table, or why it is not.
public struct Explanation: Sendable {
    /// How the question ended.
    public enum Outcome: Sendable {
        /// The row is there, one of `count` in its group.
        case present(RenderedRow, count: Int)
        /// The row was there; this is how it looked last, where that can be shown.
        case absent(RenderedRow?)
        /// The row never was there, but events were about it, and changed nothing.
        case neverEntered
        /// No event ever mentioned the key.
        case neverMentioned
    }

    /// What the row is: its table, key and stream.
    public let table: ShownTable
    /// The key as the table shows it, or as it was asked for where no event mentions it.
    public let key: String
    /// The stream.
    public let stream: StreamSummary
    /// The position whose state is explained.
    public let position: UInt64
    /// How the question ended.
    public let outcome: Outcome

    /// What made the row what it is since it last came in, by position; after a removal, up to it.
    public let causes: [Cause]
    /// How many causes are left out between the first and the last ones of `causes`.
    public let omittedCauses: Int
    /// Where in `causes` the ones left out would stand.
    public let omissionIndex: Int
    /// What moved a row that is there to its rank after its last change, by position.
    public let moves: [Move]
    /// The rank that the row had after its last change; nil where that cannot be told.
    public let rankAtLastChange: Int?
    /// Events after the last change that were about the row and changed nothing.
    public let ignored: [Cause]
    /// How often the row came and went before, by reason.
    public let earlier: [EarlierChange]
    /// How the causes add up, where the table counts something; nil elsewhere.
    public let count: CountBalance?
    /// Keys that look like the one that was asked for, where none was found.
    public let nearKeys: [NearKey]
    /// How many events were looked at.
    public let searchedEvents: Int
    /// Why the answer may lack something; empty when it is whole.
    public let doubts: [String]

    /// Whether some event was about the row.
    public var isExplained: Bool {
        if case .neverMentioned = outcome { false } else { true }
    }

    /// The kept row, where one was found.
    let kept: RowKey?
    /// The life on which the causes stand.
    let life: RowLife
}

extension Explanation {
    /// What an event was to a row.
    public enum Role: String, Hashable, Sendable {
        /// The row came in with it.
        case entered
        /// Values of the row changed.
        case set
        /// The row went with it.
        case removed
        /// It was about the row and changed nothing.
        case ignored
    }

    /// What one event did to the row.
    public struct Cause: Hashable, Sendable {
        /// The position of the event.
        public let position: UInt64
        /// What it was to the row.
        public let role: Role
        /// The columns that changed.
        public let changes: [FieldChange]
        /// Why, in the fold's words.
        public let reason: Reason
        /// The earlier event that this one took back; nil where there is none.
        public let undone: UInt64?
    }

    /// A column of a row that changed.
    public struct FieldChange: Hashable, Sendable {
        /// The column's name.
        public let column: String
        /// The value before.
        public let before: ColumnValue
        /// The value after.
        public let after: ColumnValue
    }

    /// An event that moved the row without changing it.
    public struct Move: Hashable, Sendable {
        /// The position of the event.
        public let position: UInt64
        /// The key of the other row, which the event changed.
        public let neighbour: String
        /// The rank before, from 1.
        public let rankBefore: Int
        /// The rank after.
        public let rankAfter: Int
        /// Why the other row changed.
        public let reason: Reason
    }

    /// How often something happened to the row in its earlier lives.
    public struct EarlierChange: Hashable, Sendable {
        /// What happened.
        public let reason: Reason
        /// How often.
        public let count: Int
    }

    /// How the causes of a number add up.
    public struct CountBalance: Hashable, Sendable {
        /// The column that counts.
        public let column: String
        /// What raised it, by reason: how often, and by how much in all.
        public let raised: [EarlierChange]
        /// What lowered it, by reason.
        public let lowered: [EarlierChange]
        /// The number that comes of it.
        public let sum: Int64
        /// Pairs of an event and the later one that took it back.
        public let cancelled: [CancelledPair]
    }

    /// An event and the later one that took it back.
    public struct CancelledPair: Hashable, Sendable {
        /// The position of the event.
        public let event: UInt64
        /// The position of the event that took it back.
        public let undoneBy: UInt64
    }

    /// A key that looks like another, or whose row's text holds it.
    public struct NearKey: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The text of the row that holds what was asked for; nil where the keys themselves are alike.
        public let text: String?
    }
}

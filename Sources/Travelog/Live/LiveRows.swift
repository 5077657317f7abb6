import EventCoding
import EventLog
public import Projections

/// A user's rows in one table, now and whenever they change.
///
/// The first element holds the rows as of one position of the log; each later one the rows as of a later
/// position, and what to do to the rows before it. Nothing is lost in between and nothing comes twice: a
/// change is told from the rows that were told last to those there are. What happens while the consumer works
/// is told as one change.
///
/// Every writer is seen, in this process at once and in others within `pollInterval`. The sequence ends when
/// its task is cancelled, and with the error `closed` when the log is closed. No transaction stays open while
/// it waits. Any number of tasks may iterate, each from the rows as they are when it begins.
public struct LiveRows<Row: HistoryRow>: AsyncSequence, Sendable {
    /// Rows and what changed.
    public typealias Element = LiveChange<Row>

    /// What ends the sequence early.
    public typealias Failure = TravelogError

    /// How often other processes' events are looked for.
    public static var pollInterval: Duration { .milliseconds(pollMilliseconds) }

    private static var pollMilliseconds: Int64 { 250 }

    private let history: History
    private let kind: TableKind<Row>

    init(_ history: History, _ kind: TableKind<Row>) {
        self.history = history
        self.kind = kind
    }

    /// An iterator that begins with the rows as they are at its first step.
    public func makeAsyncIterator() -> Iterator { Iterator(history, kind) }

    /// Where one consumer stands; it belongs to one task, so it is not `Sendable`.
    public struct Iterator: AsyncIteratorProtocol {
        private let history: History
        private let kind: TableKind<Row>
        private var last: SectionedTable?
        private var follower: Follower?

        init(_ history: History, _ kind: TableKind<Row>) {
            self.history = history
            self.kind = kind
        }

        /// The rows when they differ from those given last; nil when the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(TravelogError) -> LiveChange<Row>? {
            let bell = history.travelog.bell
            while !Task.isCancelled {
                let rings = bell.rings
                if try isNew() {
                    let snapshot = try history.rows(kind)
                    follower = try follow(after: snapshot.position)
                    if let change = change(to: snapshot) { return change }
                } else {
                    await bell.wait(after: rings, atMost: LiveRows.pollInterval)
                }
            }
            return nil
        }

        /// The rows when they differ from those given last; nil when the task is cancelled.
        public mutating func next() async throws(TravelogError) -> LiveChange<Row>? {
            try await next(isolation: #isolation)
        }

        /// Whether there is any event, after those in the rows given last, that may change them.
        private func isNew() throws(TravelogError) -> Bool {
            guard let follower else { return true }
            var block = EventBlock()
            return try history.logged { () throws(LogError) in try follower.next(into: &block, waiting: 0) }
        }

        private func follow(after position: UInt64) throws(TravelogError) -> Follower {
            let types = history.travelog.projection(named: kind.projection).types
            return try history.logged { () throws(LogError) in
                try history.travelog.log.follow(after: position, stream: history.stream, types: types)
            }
        }

        /// What to tell of new rows: nil when they show what the last ones did.
        private mutating func change(to snapshot: TableSnapshot<Row>) -> LiveChange<Row>? {
            guard let old = last else {
                last = snapshot.table
                return LiveChange(snapshot: snapshot, changes: nil)
            }
            guard old != snapshot.table else { return nil }
            last = snapshot.table
            return LiveChange(
                snapshot: snapshot, changes: TableChanges(from: old, to: snapshot.table))
        }
    }
}

/// Rows as of one position, and what leads to them from those told before.
///
/// An app puts `snapshot` where its list reads from, then carries `changes` out on the list, in the order
/// that `TableChanges` names: data first, then the view.
public struct LiveChange<Row: HistoryRow>: Sendable {
    /// The rows after the change.
    public let snapshot: TableSnapshot<Row>

    /// What to do to the list that shows the rows before; nil for the first element, which is to be shown
    /// whole.
    public let changes: TableChanges?

    /// The last event whose changes are in the rows, of any user.
    public var position: UInt64 { snapshot.position }

    /// The rows in order.
    public var rows: [Row] { snapshot.rows }

    /// The rows in sections.
    public var sections: [TableSection<Row>] { snapshot.sections }
}

extension History {
    /// The user's rows in a table, now and whenever they change, whoever writes.
    ///
    /// ```swift
    /// for try await change in alice.live(.places) { show(change.sections) }
    /// ```
    public func live<Row>(_ kind: TableKind<Row>) -> LiveRows<Row> { LiveRows(self, kind) }
}

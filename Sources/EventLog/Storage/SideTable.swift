/// The tables beside the events that projections keep: derived, so they can be dropped and rebuilt.
package enum SideTable: Int, CaseIterable, Sendable {
    /// The rows of every stored projection.
    case rows
    /// The stamp and checkpoint of every stored projection.
    case projections
    /// The events that a projection could not apply.
    case failures

    var name: String {
        switch self {
        case .rows: "rows"
        case .projections: "projections"
        case .failures: "failures"
        }
    }
}

/// One change to a side table: a new value under a key, or nil to delete the key.
package struct SideChange: Sendable {
    package var table: SideTable
    package var key: [UInt8]
    package var value: [UInt8]?

    package init(_ table: SideTable, key: [UInt8], value: [UInt8]?) {
        self.table = table
        self.key = key
        self.value = value
    }
}

/// Read access to side tables and events inside one transaction, for code that folds.
///
/// Valid only during the call that hands it out; a later use traps.
package protocol SideReader: AnyObject {
    /// Calls `body` with the value under `key`, and returns whether there is one.
    func value(in table: SideTable, for key: [UInt8], _ body: (Span<UInt8>) throws -> Void) throws -> Bool

    /// Calls `body` with each key and value whose key begins with `prefix`, by key, while it returns true.
    func forEach(
        in table: SideTable, prefix: [UInt8], _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
    ) throws

    /// Replaces the block's content by what stands at `position`, new events of this transaction included.
    func read(_ position: UInt64, into block: inout EventBlock) throws(LogError)

    /// The last position before this transaction's own events.
    var storedHead: UInt64 { get }
}

/// Somebody who keeps side tables in step with the log, inside the append's own transaction.
package protocol AppendParticipant: AnyObject, Sendable {
    /// Folds the new events and returns the changes to make, sorted by table and key.
    ///
    /// Called once per commit; again for the same events where the commit had to be repeated, so it must not
    /// keep state across calls that an abandoned commit would leave wrong. It must not append.
    func fold(_ block: borrowing EventBlock, reading reader: any SideReader) throws -> [SideChange]

    /// Takes note that the append that was folded last is durable; never called for one that was given up.
    func didCommit()
}

extension AppendParticipant {
    /// Keeps nothing from one append to the next.
    package func didCommit() {}
}

/// A log whose side tables can be read and changed: what a stored projection needs of its log.
package protocol SideStore: EventSource {
    /// Calls `body` with read access to one snapshot.
    func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result

    /// Calls `body` with read access and makes the changes that it returns, all in one transaction.
    func changeSide<Result>(_ body: (any SideReader) throws -> ([SideChange], Result)) throws -> Result

    /// Makes `participant` part of every append from now on; nil ends it.
    func setParticipant(_ participant: (any AppendParticipant)?)
}

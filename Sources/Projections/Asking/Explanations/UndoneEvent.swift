/// Finds the earlier event that the present one takes back, by what it removes beside the rows of a table.
///
/// An unvisit removes the visit, whose row names the event that had put it there.
struct UndoneEvent {
    private let tableID: UInt8
    private var event: UInt64 = 0
    /// The position of the earlier event; 0 for none.
    private(set) var position: UInt64 = 0

    /// A search for rows of `table`, whose own removals say nothing.
    init(seenFrom table: Table) { tableID = table.id }

    /// Takes note of the next effect of the stream.
    mutating func take(_ effect: Effect) {
        if effect.position != event { (event, position) = (effect.position, 0) }
        guard effect.tableID != tableID, effect.operation == .remove, position == 0 else { return }
        position = effect.before?.source ?? 0
    }
}

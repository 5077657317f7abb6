/// The ids of the events that are put back, each with its position.
///
/// A log generates ids that rise, so most only go behind the one before; the others are hashed.
struct RestoredIDs: Sendable {
    /// Rising ids.
    private var rising: [(id: EventID, position: UInt64)] = []
    /// The other ids, each below one that rose before.
    private var others: [EventID: UInt64] = [:]

    /// The position of the event with this id, or nil.
    func position(of id: EventID) -> UInt64? {
        guard let last = rising.last, id <= last.id else { return nil }
        var (low, high) = (0, rising.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if rising[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return rising[low].id == id ? rising[low].position : others[id]
    }

    /// Adds an id that no event has.
    mutating func add(_ id: EventID, at position: UInt64) {
        if let last = rising.last, id < last.id {
            others[id] = position
        } else {
            rising.append((id, position))
        }
    }

    /// Makes room for so many more.
    mutating func reserve(_ count: Int) { rising.reserveCapacity(rising.count + count) }
}

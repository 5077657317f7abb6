/// The rows that appends touched, kept from one append to the next so that they need not be read again.
///
/// Rows follow from events alone. So those here are the stored ones wherever both belong to one generation and stand
/// at one checkpoint, provided that the append which brought them there is durable.
struct InlineRows: Sendable {
    /// The most entries that are kept of one projection, some 12 MiB; where there are more, all are forgotten.
    static let mostEntries = 100_000

    private struct Kept: Sendable {
        let key: StoredKey
        let checkpoint: UInt64
        let memory: RowMemory
    }

    /// By the projection's place.
    private var kept: [Int: Kept] = [:]
    private var isDurable = true
    /// The records about sets, as they were read last.
    var stamps = KnownStamps()

    /// Begins an append; what one left behind that never became durable is forgotten.
    mutating func begin() {
        if !isDurable { kept.removeAll() }
        isDurable = false
    }

    /// Takes note that the append begun last is durable.
    mutating func confirm() { isDurable = true }

    /// Gives away the rows that stand where a stamp says; none where these are not known.
    mutating func take(_ projection: Int, at stamp: ProjectionStamp) -> RowMemory {
        guard let found = kept.removeValue(forKey: projection), found.key == stamp.key,
            found.checkpoint == stamp.checkpoint
        else { return RowMemory() }
        return found.memory
    }

    /// Keeps rows that stand where a stamp says.
    mutating func keep(_ memory: RowMemory, of projection: Int, at stamp: ProjectionStamp) {
        guard memory.entries.count <= Self.mostEntries else { return }
        kept[projection] = Kept(key: stamp.key, checkpoint: stamp.checkpoint, memory: memory)
    }
}

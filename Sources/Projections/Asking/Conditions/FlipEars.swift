/// Wants events that may change what the tests of a condition answer.
final class FlipEars: EffectFilter {
    let tables: UInt32
    private let tracked: [TrackedTable]

    /// Ears for the tracked tables of one projection, whose kept tables are the bits of `tables`.
    init(_ tables: UInt32, _ tracked: [TrackedTable]) {
        self.tables = tables
        self.tracked = tracked
    }

    func wants(_ effects: Span<EffectNote>, keys: Span<UInt8>, at position: UInt64) -> Bool {
        var isWanted = false
        for index in effects.indices where effects[index].operation != .ignore {
            let key = effects[index].key(in: keys)
            // Each is asked, since it may have to remember from where on it was there.
            for table in tracked where table.awaits(effects[index], key, at: position) { isWanted = true }
        }
        return isWanted
    }
}

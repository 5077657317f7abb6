/// Wants what happens to rows with certain keys.
final class KeyFilter: EffectFilter {
    let tables: UInt32
    private let keys: [UInt8: KeyHashes]
    private let start: UInt64

    /// A filter for events after a position.
    ///
    /// - Parameter tables: The tables of which such events are told; nil for those of the keys.
    init(_ keys: [UInt8: KeyHashes], after start: UInt64 = 0, telling tables: UInt32? = nil) {
        self.keys = keys
        self.start = start
        self.tables = tables ?? keys.keys.reduce(0) { $0 | Table.bit(ofID: $1) }
    }

    func wants(_ effects: Span<EffectNote>, keys bytes: Span<UInt8>, at position: UInt64) -> Bool {
        guard position > start else { return false }
        for index in effects.indices where effects[index].operation != .ignore {
            let hashes = keys[effects[index].tableID]
            if hashes?.mayContain(effects[index].key(in: bytes)) == true { return true }
        }
        return false
    }
}

/// Wants what happens to rows that a typed key may stand for, and to their neighbours while such a row is there.
final class RowEars: EffectFilter {
    /// Whether changes of other rows of the table are wanted, since a row that fits may be there.
    ///
    /// It begins with the event that brings a row in, so nobody need know of the row yet.
    var hearsNeighbours = false

    let tables = Table.everyBit
    private let match: KeyMatch

    init(_ match: KeyMatch) { self.match = match }

    func wants(_ effects: Span<EffectNote>, keys: Span<UInt8>, at position: UInt64) -> Bool {
        var isWanted = false
        for index in effects.indices where effects[index].tableID == match.table.base.id {
            let isChange = effects[index].operation != .ignore
            if match.mayBe(effects[index].key(in: keys)) {
                isWanted = true
                if isChange, !match.table.isQuery { hearsNeighbours = true }
            }
            if isChange, hearsNeighbours { isWanted = true }
        }
        return isWanted
    }
}

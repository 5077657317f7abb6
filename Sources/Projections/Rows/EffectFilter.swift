/// Says of which events somebody wants to hear the effects; those of all others are never put together and cost
/// next to nothing.
protocol EffectFilter: AnyObject {
    /// The tables of which anything is wanted: a bit for each.
    var tables: UInt32 { get }

    /// Whether the effects of an event are wanted: all of them that are on these tables, or none.
    ///
    /// It is asked in the order of positions, once an event is final; events without an effect on these tables
    /// are not asked about.
    ///
    /// - Parameters:
    ///   - effects: What the event did to rows of these tables, in order; at least one thing.
    ///   - keys: The bytes that the effects' keys are part of.
    ///   - position: The position of the event.
    func wants(_ effects: Span<EffectNote>, keys: Span<UInt8>, at position: UInt64) -> Bool
}

/// What an event did to one row, while the event is at hand.
struct EffectNote {
    let operation: Effect.Operation
    let tableID: UInt8
    let reason: Reason
    /// Where the bytes of the row's key stand.
    let key: Range<Int>
    let before: RowStore.Content?
    let after: Row?

    /// The bytes of the row's key.
    @_lifetime(copy keys)
    func key(in keys: Span<UInt8>) -> Span<UInt8> { keys.extracting(key) }
}

extension Table {
    /// The table's bit among those of its projection.
    var bit: UInt32 { Self.bit(ofID: id) }

    /// The bit of the table with an id.
    static func bit(ofID id: UInt8) -> UInt32 { 1 << UInt32(id) }

    /// The bits of every table that there can be.
    static let everyBit = UInt32.max
}

/// The log's answer to an append: where the events stand, for ever.
public struct Receipt: Hashable, Sendable {
    /// The positions of the events in the log, in the order of the batch.
    public let positions: [UInt64]
    /// The stream's revision after the batch.
    public let revision: UInt64
    /// The ids of the events, in the order of the batch.
    public let ids: [EventID]
    /// Whether the batch was known already and nothing was appended now.
    public let isRepeat: Bool

    /// The position of the batch's last event: the head of the log right after it.
    public var head: UInt64 { positions.max() ?? 0 }
}

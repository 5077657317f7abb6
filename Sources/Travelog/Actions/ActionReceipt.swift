public import EventLog

/// The log's answer to an action: where its event stands, for ever.
public struct ActionReceipt: Hashable, Sendable {
    /// The position of the event in the log, from 1.
    public let position: UInt64

    /// The place of the event in the user's history, from 1.
    public let revision: UInt64

    /// The event's id.
    public let id: EventID

    /// Whether the action was recorded before, under the same idempotency key, and nothing was appended now.
    public let isRepeat: Bool

    /// The vacation that the action brought into being, or nil.
    ///
    /// Visiting in a vacation that does not exist creates it.
    public internal(set) var createdVacation: String?

    init(_ receipt: Receipt) {
        position = receipt.head
        revision = receipt.revision
        id = receipt.ids[0]
        isRepeat = receipt.isRepeat
    }
}

public import EventLog

/// One user's history: what the user did, and the rows that follow from it.
///
/// A value that names the user and shares the log; copies are the same history, and any thread may use them.
///
/// Each action takes, besides what it is about,
///
/// * `key`: the caller's name for this very action, at most 1 KiB. A retry under the same key appends nothing
///   and gives the first receipt, for ever; the same key for another action is the error `keyReused`.
/// * `occurred`: when it happened, which is the time that rows show. Where it is left out, that is now, in
///   the zone of this machine. It orders nothing: the log's positions do.
///
/// An action throws `TravelogError`: `closed`, `readOnly`, `storageFull`, `inputOutput`, `keyReused`, or
/// `invalidEvent` when what is to be recorded breaks a rule. Nothing was recorded then.
public struct History: Sendable {
    /// The log that the history is part of.
    public let travelog: Travelog

    /// The stream in which the user's events stand.
    public let stream: StreamName

    /// The user's name.
    public var user: String { stream.text }
}

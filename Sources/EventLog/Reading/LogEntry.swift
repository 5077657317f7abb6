/// What stands at a place of the log.
///
/// A position need not hold an event; whoever folds entries other than events knows less than the whole.
public enum LogEntry: ~Escapable {
    /// An event, whole.
    case event(Event)
    /// An event whose content was erased.
    case withheld(WithheldEvent)
    /// Positions that hold nothing, with the reason.
    case missing(ClosedRange<UInt64>, reason: MissingReason)
    /// A position whose bytes cannot be believed.
    case unreadable(UInt64, why: RecordFault)
}

/// Why positions hold nothing.
public enum MissingReason: String, Hashable, Sendable {
    /// No record and no explanation stands there.
    case undeclared
    /// Salvage could not recover them.
    case salvaged
    /// They were pruned on purpose.
    case pruned
    /// An export was asked for other events than these.
    case excluded
    /// A record stood there that could not be read when the log was exported.
    case unreadable
    /// The export ends before them.
    case cutOff = "cut off"
}

/// What `Verification` can find in the events and in what follows from them.
public enum VerifyFindings {
    /// A record cannot be believed.
    public static let unreadable = FindingKind(
        "records.unreadable", .damaged,
        meaning: "A record's checksum or layout does not fit: its bytes are not what was written.")
    /// The log cannot be opened.
    public static let unopened = FindingKind(
        "records.unopened", .damaged,
        meaning: "What says who the log is, or where it ends, cannot be read: no record can be looked at.")
    /// An erased event.
    public static let withheld = FindingKind(
        "records.withheld", .note, meaning: "The content of an event was erased; its leaf and place remain.")
    /// Positions without anything.
    public static let missing = FindingKind(
        "positions.missing", .damaged, meaning: "Nothing stands at a position, and nothing says why.")
    /// A declared gap.
    public static let gap = FindingKind(
        "positions.gap", .note,
        meaning: "Positions hold nothing, and a record says why: they were left out, pruned or lost.")
    /// A record of another log.
    public static let logID = FindingKind(
        "positions.log-id", .damaged,
        meaning: "A record carries the id of another log, or of another stretch of this one.")
    /// A batch that is not whole.
    public static let batch = FindingKind(
        "positions.batch", .damaged, meaning: "The events of one append do not follow each other as they did."
    )
    /// Two events with one id.
    public static let eventID = FindingKind(
        "positions.event-id", .damaged, meaning: "Two events have the same id.")
    /// A revision is missing or stands twice.
    public static let revision = FindingKind(
        "streams.revision", .damaged,
        meaning: "The revisions of a stream do not count on by one: an event was taken out, added or moved.")
    /// A stream goes by two names or numbers.
    public static let streamName = FindingKind(
        "streams.name", .damaged, meaning: "A stream's number and name do not belong together.")
    /// The root is not what the log carries.
    public static let root = FindingKind(
        "tree.root", .damaged,
        meaning: "The records do not give the root that the log carries: a record was changed, added or lost."
    )
    /// A root could not be computed.
    public static let noRoot = FindingKind(
        "tree.incomplete", .damaged, meaning: "A place has no leaf, so the root cannot be computed.")
    /// The root before an epoch is not what the identity says.
    public static let epochRoot = FindingKind(
        "tree.epoch-root", .damaged,
        meaning: "The events before a new epoch of the log are not those after which it began.")
    /// The table of streams disagrees with the events.
    public static let streamTable = FindingKind(
        "indexes.streams", .derived, meaning: "The table of streams says something else than the events.")
    /// The index of a stream disagrees with the events.
    public static let streamIndex = FindingKind(
        "indexes.stream-index", .derived,
        meaning: "A stream that is read through its index gives other events than the log.")
    /// An id leads to another event.
    public static let idIndex = FindingKind(
        "indexes.ids", .derived, meaning: "An event is not found under its id.")
    /// A recorded time lies before the one of the event before it.
    public static let recordedFell = FindingKind(
        "times.recorded", .damaged,
        meaning: "Recorded times never fall; where one does, an event was moved or changed.")
    /// The clock ran backwards.
    public static let clock = FindingKind(
        "times.clock", .note,
        meaning: "The clock ran back between two events, as clocks do; order is by position.")
    /// A type that nobody knows here.
    public static let unknownType = FindingKind(
        "schema.type", .warning, meaning: "An event is of a type that this build does not know.")
    /// A schema version of a newer build.
    public static let newerVersion = FindingKind(
        "schema.version", .warning, meaning: "An event has a schema version of a newer build.")
    /// A payload that is not well-formed.
    public static let payload = FindingKind(
        "schema.payload", .damaged, meaning: "A payload is not deterministic CBOR of what JSON can say.")
    /// Stored rows differ from replayed ones.
    public static let rows = FindingKind(
        "projections.rows", .derived, meaning: "Stored rows differ from what the events give.")
    /// Stored rows cannot be read.
    public static let storedRows = FindingKind(
        "projections.unreadable", .derived, meaning: "Stored rows are not what was written.")
    /// Stored rows stand at an event that the log does not have.
    public static let ahead = FindingKind(
        "projections.ahead", .damaged,
        meaning:
            "Stored rows know of events that the log does not hold: it lost its tail, or is an older copy.")
    /// Stored rows of another log.
    public static let otherRows = FindingKind(
        "projections.other-log", .derived, meaning: "Stored rows were made from another log.")
    /// An event could not be applied.
    public static let notApplied = FindingKind(
        "projections.not-applied", .derived, meaning: "A projection could not apply an event.")
    /// The log holds another root than the anchor.
    public static let contradiction = FindingKind(
        "anchor.contradiction", .damaged,
        meaning: "The log's events are not those that the anchor was made of: history was rewritten.")
    /// The log is shorter than the anchor.
    public static let lostTail = FindingKind(
        "anchor.lost-tail", .damaged,
        meaning:
            "The anchor knows of more events than the log holds: its tail was cut, or it is an older copy.")
    /// The anchor is of another log.
    public static let otherLog = FindingKind(
        "anchor.other-log", .damaged, meaning: "The anchor was made of a log with another id.")
    /// The anchor's size has no root here.
    public static let anchorUnread = FindingKind(
        "anchor.unread", .damaged,
        meaning: "The anchor cannot be checked, since a place before it has no leaf.")

    /// Every kind, in the order of the checks.
    public static let all = [
        unreadable, unopened, withheld, missing, gap, logID, batch, eventID, revision, streamName, root,
        noRoot,
        epochRoot,
        streamTable, streamIndex, idIndex, recordedFell, clock, unknownType, newerVersion, payload, rows,
        storedRows, ahead, otherRows, notApplied, contradiction, lostTail, otherLog, anchorUnread,
    ]
}

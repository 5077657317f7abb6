public import EventCoding
public import EventLog
import Platform
import Synchronization

/// Keeps the rows of some projections beside their log.
///
/// Rows belong to a set: a projection's name, its version and its parameters. Each set has a checkpoint, the
/// last event whose changes are in its rows; rows and checkpoint change in one transaction. Attached to a
/// log, this folds each append inside the append's own transaction, but only into sets whose checkpoint is
/// the log's head; others stay behind until `catchUp` or `rebuild`, and are never mixed.
///
/// ```swift
/// let stored = try StoredProjections(
///     [AnyProjection(MyFold())], catalogue: catalogue, log: log, unicodeVersion: "14.0.0")
/// try stored.catchUp()                // once, after opening
/// stored.attach()                     // from now on, each append folds its own events
/// let now = try stored.currentRows(of: stored.projections[0], stream: alice)
/// ```
///
/// Reading never needs `catchUp`: `currentRows` folds what is missing onto the stored rows in memory, and
/// where nothing usable is stored, `Replay` gives the same rows from the events alone.
public final class StoredProjections: Sendable {
    /// The projections whose rows are kept.
    public let projections: [AnyProjection]

    let catalogue: EventCatalogue
    let store: any SideStore
    let clock: @Sendable () -> Int64
    /// The most rows that one transaction of a rebuild writes or clears away.
    let sliceRows: Int
    /// The id of the log, as it was when this was made.
    let logID: String
    private let unicodeVersion: String
    /// What appends keep of their rows; they come one after the other.
    let inline = Mutex(InlineRows())

    /// The rows of some projections beside a log.
    ///
    /// - Parameters:
    ///   - projections: The projections, each name at most once.
    ///   - catalogue: Brings older payloads to today's form and says which versions are known.
    ///   - store: The log.
    ///   - unicodeVersion: The version of Unicode that the folds follow.
    ///   - sliceRows: The most rows that one transaction of a rebuild writes or clears away.
    ///   - clock: Says when a set is built, in milliseconds since 1970; the system's clock where left out.
    /// - Throws: `LogError` when the log cannot say who it is.
    package init(
        _ projections: [AnyProjection], catalogue: EventCatalogue, store: any SideStore,
        unicodeVersion: String, sliceRows: Int = 5_000, clock: (@Sendable () -> Int64)? = nil
    ) throws(LogError) {
        logID = try store.identity().logID.hex
        self.projections = projections
        self.catalogue = catalogue
        self.store = store
        self.unicodeVersion = unicodeVersion
        self.sliceRows = sliceRows
        self.clock = clock ?? { SystemClock.now() }
    }

    /// The rows of some projections beside a log in LMDB.
    ///
    /// - Parameters:
    ///   - projections: The projections, each name at most once.
    ///   - catalogue: Brings older payloads to today's form and says which versions are known.
    ///   - log: The log; writing rows needs one that was opened for writing.
    ///   - unicodeVersion: The version of Unicode that the folds follow; rows made under another are made
    ///     anew.
    /// - Throws: `LogError` when the log cannot say who it is.
    public convenience init(
        _ projections: [AnyProjection], catalogue: EventCatalogue, log: EventLog, unicodeVersion: String
    ) throws(LogError) {
        try self.init(projections, catalogue: catalogue, store: log, unicodeVersion: unicodeVersion)
    }

    /// Makes every append to the log fold its events into the sets that are current.
    ///
    /// The log holds on to this value, which holds on to the log: `detach` ends that.
    public func attach() { store.setParticipant(self) }

    /// Ends what `attach` began.
    public func detach() { store.setParticipant(nil) }

    // MARK: Sets

    /// What the rows of a projection depend on besides its fold.
    func surroundings(of projection: AnyProjection) -> ProjectionStamp.Surroundings {
        var versions = PayloadMap()
        for type in projection.types {
            if let definition = catalogue.definition(of: type) {
                versions[type.name] = .integer(Int64(definition.version))
            }
        }
        return ProjectionStamp.Surroundings(schemaVersions: versions, unicode: unicodeVersion)
    }

    /// The record of a set that has no rows yet.
    func newStamp(_ projection: AnyProjection, number: UInt16, log: String) -> ProjectionStamp {
        ProjectionStamp(
            number: number,
            details: ProjectionStamp.Details(
                identity: ProjectionStamp.Identity(projection), log: log,
                surroundings: surroundings(of: projection)))
    }

    /// How a set stands to the log.
    func state(
        of stamp: ProjectionStamp, _ projection: AnyProjection, head: UInt64, logs: [String]
    ) -> StoredStatus.State {
        if !logs.contains(stamp.details.log) { return .otherLog }
        if stamp.checkpoint > head { return .ahead }
        if stamp.details.surroundings != surroundings(of: projection) { return .stale }
        if let position = stamp.details.failedAt { return .failed(at: position) }
        return stamp.checkpoint == head ? .current : .behind(head - stamp.checkpoint)
    }

    /// The ids under which the log's events were appended, oldest first.
    func logs() throws(LogError) -> [String] { try store.identity().epochs.map(\.logID.hex) }
}

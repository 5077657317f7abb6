import Anchors
import EventCoding
public import EventLog
import Platform
public import Projections
import TravelProjections
import UnicodeText

/// A travel app's data: one event log, with the rows that an app shows kept beside it.
///
/// Everything a user does is appended to the log, and the rows of recents, vacations, places and preferences
/// follow inside the same transaction. All calls are synchronous and may come from any thread; actions have
/// asynchronous twins, since a durable commit waits for the disk.
public final class Travelog: Sendable {
    /// The path that the caller gave.
    public let path: String

    /// The log under the rows: for reading events, positions and proofs, and for events of the app's own.
    ///
    /// It closes with `close()`. Events appended here are folded like any other.
    public let log: EventLog

    /// The options with which this was opened.
    public let options: TravelogOptions

    /// What every event of this value says about where it comes from, in deterministic CBOR.
    let metadata: [UInt8]
    let projections: [AnyProjection]
    let keeper: RowKeeper
    let bell = CommitBell()
    let anchors: AnchorKeeper?
    let interruptions = RefreshInterruptions()

    private init(
        _ path: String, _ options: TravelogOptions, open: () throws(LogError) -> EventLog
    ) throws(TravelogError) {
        metadata = try options.encodedMetadata()
        let model = try Self.projections(options)
        do throws(LogError) {
            log = try open()
        } catch { throw TravelogError(error) }
        do throws(LogError) {
            keeper = try RowKeeper(model, log, isWriting: options.access == .write)
            let (log, sink) = (log, options.anchors)
            anchors = try sink.map { sink throws(LogError) in try AnchorKeeper(log, sink: sink) }
        } catch {
            log.close()
            throw TravelogError(error)
        }
        projections = model
        self.path = path
        self.options = options
    }

    deinit { keeper.detach() }

    private static func projections(
        _ options: TravelogOptions
    ) throws(TravelogError) -> [AnyProjection] {
        do throws(ConfigurationError) {
            return try TravelModel.projections(recentsLimit: options.recentsLimit)
        } catch {
            throw TravelogError(.invalidOption, error.description, cause: .configuration(error))
        }
    }
}

// MARK: Opening and closing

extension Travelog {
    /// Opens a log that exists; never makes one.
    ///
    /// Rows that are not as of the log's last event are brought there in the background: opening waits for
    /// nothing, and reading folds what is missing.
    ///
    /// - Parameters:
    ///   - path: A `.evlog` file, a folder with `data.mdb`, or that `data.mdb`.
    ///   - options: Where events come from, and what the log is opened for.
    /// - Throws: `TravelogError`: `missing`, `notALog`, `unsupported`, `permission`, `busy` when this process
    ///   has it open already, `damaged`, `invalidOption`.
    public static func open(
        at path: String, options: TravelogOptions = TravelogOptions()
    ) throws(TravelogError) -> Travelog {
        let travelog = try Travelog(path, options) { () throws(LogError) in
            try EventLog.open(
                at: path, access: options.access.logAccess, durability: options.durability,
                clock: options.clock)
        }
        travelog.keeper.start()
        return travelog
    }

    /// Makes a new, empty log and opens it; never overwrites anything.
    ///
    /// - Throws: `TravelogError`: `exists`, `missing` when the folder is not there, `permission`,
    ///   `storageFull`, `invalidOption`.
    public static func create(
        at path: String, options: TravelogOptions = TravelogOptions()
    ) throws(TravelogError) -> Travelog {
        guard options.access == .write else {
            throw TravelogError(.invalidOption, "a new log is opened for writing, not for reading alone")
        }
        let travelog = try Travelog(path, options) { () throws(LogError) in
            try EventLog.create(at: path, durability: options.durability, clock: options.clock)
        }
        travelog.keeper.start()
        return travelog
    }

    /// Closes the log: what was appended is durable, and every later call fails with `closed`.
    ///
    /// Live sequences end with that error. Closing twice does nothing.
    public func close() {
        keepAnchor()
        keeper.close()
        bell.ring()
    }

    /// Makes a consistent copy of the log, also while somebody writes: the sound way to attach one to a
    /// ticket.
    ///
    /// - Throws: `TravelogError`: `exists` when something stands at `target`, `storageFull`, `permission`.
    public func copy(to target: String) throws(TravelogError) {
        do throws(LogError) { try log.copy(to: target) } catch { throw TravelogError(error) }
    }
}

// MARK: Histories and stored rows

extension Travelog {
    /// The history of one user; it begins with the first action.
    ///
    /// A refresh of places that this device asked for and never ended, because the app was ended, is recorded
    /// as failed first, with the reason `interrupted`. Where that cannot be appended the history is given all
    /// the same.
    ///
    /// - Parameter user: The user's name, 1 to 255 bytes without control characters.
    /// - Throws: `TravelogError` with code `invalidName`.
    public func history(of user: String) throws(TravelogError) -> History {
        let history: History
        do throws(LogError) {
            let stream = try StreamName(user)
            guard !stream.isReserved else {
                throw LogError(.reservedName, "names that begin with $ belong to the log itself")
            }
            history = History(travelog: self, stream: stream)
        } catch { throw TravelogError(error) }
        interruptions.end(in: history)
        return history
    }

    /// The users with a history, by the bytes of their names.
    ///
    /// - Complexity: O(number of users).
    public func users() throws(TravelogError) -> [String] {
        do throws(LogError) { return try log.streams().map(\.name.text) } catch { throw TravelogError(error) }
    }

    /// Brings the stored rows to the log's last event and returns when they are there.
    ///
    /// Nothing needs this; it makes later reading cheaper, and tells why rows cannot be stored.
    ///
    /// - Throws: `TravelogError` with code `rowsNotStored` when an event cannot be read or folded.
    public func catchUp() throws(TravelogError) { try keeper.catchUp() }

    /// Builds every stored row anew from the events.
    ///
    /// - Throws: `TravelogError` with code `rowsNotStored` when an event cannot be read or folded; the rows
    ///   stay as they were then.
    public func rebuild() throws(TravelogError) { try keeper.rebuild() }

    /// How the stored rows of each projection stand to the log.
    public func storedRows() throws(TravelogError) -> [StoredStatus] {
        do { return try keeper.stored.status() } catch { throw TravelogError(any: error) }
    }
}

public import Anchors
import EventLog

extension Travelog {
    /// How the log stood to the last head that was kept of it when it was opened; `unknown` without
    /// `TravelogOptions.anchors`.
    ///
    /// `behind` says that the log was put back to an older state or lost its end since: the app shows what is
    /// there, and does well to tell the user. `rewritten` says that the events are not those of then. No head
    /// is handed out in either case, so that the memory of the newer one stays.
    public var anchorStanding: AnchorKeeper.Standing { anchors?.standing ?? .unknown }

    /// Why the last head could not be kept, or the kept one not be read; nil where all went well.
    public var anchorFailure: String? { anchors?.failure }

    /// Hands the log's present head to `TravelogOptions.anchors`: call it when the app goes to the background.
    public func keepAnchor() { if options.access == .write { anchors?.keepNow() } }

    /// Compares the log with the last head that was kept of it.
    ///
    /// - Throws: `TravelogError`: `rolledBack` where the log ends before that head, `rewritten` where its
    ///   events are others, or what stands in the way of reading.
    /// - Complexity: O(n): the log is read once.
    public func checkAnchor() throws(TravelogError) {
        let standing: AnchorKeeper.Standing
        do { standing = try anchors?.compare() ?? .unknown } catch { throw TravelogError(any: error) }
        switch standing {
        case .unknown, .reaches, .consistent: return
        case .behind(let head):
            throw TravelogError(
                .rolledBack, "the log held \(head.position) events before and holds fewer now", path: path)
        case .rewritten(let head):
            throw TravelogError(
                .rewritten, "the first \(head.position) events are not those that the log held before",
                path: path)
        }
    }
}

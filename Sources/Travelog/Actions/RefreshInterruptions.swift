import EventCoding
import EventLog
import Synchronization
import TravelEvents
import TravelProjections

/// Ends refreshes that this device began in an earlier run and nobody ended: a list must not wait for ever.
///
/// Each history is looked at once in the life of a log that is open.
final class RefreshInterruptions: Sendable {
    /// Why such a refresh failed.
    static let reason = "interrupted"

    private let seen = Mutex<Set<StreamName>>([])

    /// Ends what an earlier run left open in a history.
    ///
    /// Trying is enough: what cannot be appended now is tried again with the next run.
    func end(in history: History) {
        let isWriting = history.travelog.options.access == .write
        guard isWriting, seen.withLock({ $0.insert(history.stream).inserted }) else { return }
        guard let open = try? history.openRefresh(), !open.isOfThisRun, open.isOfThisDevice else { return }
        // Under a key: of two processes that open the log at once, one appends.
        let key = "refresh \(open.token.id) interrupted"
        _ = try? history.failRefresh(
            open.token, reason: Self.reason, key: key.utf8.count <= LogLimits.keyBytes ? key : nil)
    }
}

/// A refresh that has no end yet.
private struct OpenRefresh {
    let token: RefreshToken
    let isOfThisRun: Bool
    let isOfThisDevice: Bool
}

extension History {
    /// The newest request, where nothing has ended it.
    fileprivate func openRefresh() throws(TravelogError) -> OpenRefresh? {
        guard let row = try rows(.refresh).rows.first, row.state.isRefreshing else { return nil }
        var block = EventBlock()
        try logged { () throws(LogError) in try travelog.log.read(row.source, into: &block) }
        guard !block.isEmpty, let event = block.event(at: 0) else { return nil }
        let metadata = event.metadata.isEmpty ? PayloadMap() : try? PayloadValue(cbor: event.metadata).map
        let options = travelog.options
        return OpenRefresh(
            token: RefreshToken(id: row.refreshID),
            isOfThisRun: Self.isSame(
                metadata?[TravelogOptions.MetadataKey.session]?.text, options.session),
            isOfThisDevice: Self.isSame(
                metadata?[TravelogOptions.MetadataKey.device]?.text, options.device))
    }

    private static func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.utf8.elementsEqual(right.utf8)
    }
}

public import Projections

/// How the newest request for the list of top places stands.
public enum RefreshState: Hashable, Sendable {
    /// Nobody has asked for the list.
    case idle
    /// The list was asked for and nothing has come yet.
    case refreshing
    /// The list came.
    case refreshed
    /// The list did not come, for a reason that may be given; the one before it stays.
    case failed(reason: String?)

    /// How a request stands, as a row keeps it.
    enum Phase: Int64 {
        case refreshing
        case refreshed
        case failed

        /// The phase as users see it.
        var name: String {
            switch self {
            case .refreshing: "refreshing"
            case .refreshed: "refreshed"
            case .failed: "failed"
            }
        }
    }

    /// What the rows of the table `refresh` say.
    ///
    /// - Parameter rows: The rows of one stream; there is at most one.
    public init(_ rows: [RenderedRow]) {
        let table = Places.refreshTable
        guard let row = rows.first, case .text(let state)? = row.value(of: "state", in: table) else {
            self = .idle
            return
        }
        switch state {
        case Phase.refreshing.name: self = .refreshing
        case Phase.refreshed.name: self = .refreshed
        default:
            if case .text(let reason)? = row.value(of: "reason", in: table) {
                self = .failed(reason: reason)
            } else {
                self = .failed(reason: nil)
            }
        }
    }

    /// The id of the newest request while it waits, or nil: what an app must end that was interrupted meanwhile.
    ///
    /// - Parameter rows: The rows of the table `refresh` of one stream.
    public static func openRequest(_ rows: [RenderedRow]) -> String? {
        RefreshState(rows).isRefreshing ? rows.first?.keyText : nil
    }

    /// Whether a list shows that it is waiting.
    public var isRefreshing: Bool { self == .refreshing }
}

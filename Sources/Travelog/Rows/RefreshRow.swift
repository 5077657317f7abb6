public import EventCoding
public import TravelProjections

/// How the newest refresh of the list of top places stands.
public struct RefreshRow: HistoryRow {
    /// The table's columns, in order.
    enum Column: Int, CaseIterable { case state, reason, requested, ended }

    /// What the row shows.
    public let content: RowContent

    /// A row of this content.
    public init(_ content: RowContent) { self.content = content }

    /// The refresh's id.
    public var refreshID: String { content.key(0) }

    /// How it stands.
    public var state: RefreshState { RefreshState(content) }

    /// When it was asked for.
    public var requested: Timestamp? { content.time(Column.requested.rawValue) }

    /// When it ended, or nil.
    public var ended: Timestamp? { content.time(Column.ended.rawValue) }
}

extension RefreshState {
    fileprivate init(_ content: RowContent) {
        switch content.text(RefreshRow.Column.state.rawValue) ?? "" {
        case "refreshing": self = .refreshing
        case "refreshed": self = .refreshed
        default: self = .failed(reason: content.text(RefreshRow.Column.reason.rawValue))
        }
    }
}

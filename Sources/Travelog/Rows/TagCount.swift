import UnicodeText

/// A tag of a vacation's photos.
public struct TagCount: HistoryRow {
    /// The table's columns, in order.
    enum Column: Int, CaseIterable { case vacation, tag, shown, count }

    /// What the row shows.
    public let content: RowContent

    /// A row of this content.
    public init(_ content: RowContent) { self.content = content }

    /// The vacation's name.
    public var vacation: String { content.key(0) }

    /// The tag as photos carry it.
    public var tag: String { content.key(1) }

    /// The tag as it is shown, its first letter in upper case.
    public var shown: String { content.text(Column.shown.rawValue) ?? "" }

    /// How many visited photos carry it.
    public var count: Int { content.count(Column.count.rawValue) }
}

extension Sequence<TagCount> {
    /// The tags that hold `text`, in order; all of them where it is empty.
    ///
    /// The text counts as it stands, also `*` and `?`. Letters match whatever their case, in no locale: both
    /// sides are compared in NFC, all letters raised and then lowered, so that `STRASSE` finds `straße`.
    ///
    /// - Complexity: O(n) in the length of all tags, times the length of `text`.
    public func matching(_ text: String) -> [TagCount] {
        let wanted = Self.folded(text)
        return filter { Self.folded($0.tag).holds(wanted) }
    }

    private static func folded(_ text: String) -> [UInt8] {
        UnicodeText.nfcBytes(UnicodeText.normalizedNFC(text).uppercased().lowercased())
    }
}

extension [UInt8] {
    fileprivate func holds(_ piece: [UInt8]) -> Bool {
        guard piece.count <= count else { return false }
        return (0...(count - piece.count)).contains { self[$0...].starts(with: piece) }
    }
}

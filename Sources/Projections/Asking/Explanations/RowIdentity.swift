/// Which row is meant: a kept one, and under which key it is shown, since a query shows one under several.
struct RowIdentity: Hashable {
    let kept: RowKey
    let shown: [UInt8]

    init(_ row: RenderedRow) {
        kept = row.keptKey
        shown = Array(row.keyText.utf8)
    }

    /// A row that was never there, under the key that it would have.
    init(absent key: RowKey) {
        kept = key
        shown = Array(key.description.utf8)
    }
}

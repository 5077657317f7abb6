/// A listener that does not want to hear of every event, or wants to look at the rows while they are folded.
protocol SelectiveListener: EffectListener {
    /// What it wants to hear of the projection at a place among those folded; nil for everything.
    ///
    /// It is asked once for each projection, before anything is folded.
    func filter(of projection: Int) -> (any EffectFilter)?

    /// Takes the means to look at rows; they may be used whenever the end of a block is told.
    func prepare(_ rows: RowsUnderWay)
}

extension SelectiveListener {
    /// Does without a look at the rows.
    func prepare(_ rows: RowsUnderWay) {}
}

/// The rows of a replay under way, as the end of the present block leaves them.
struct RowsUnderWay {
    private let stores: [StoreBox]

    init(_ stores: [StoreBox]) { self.stores = stores }

    /// The rows of a stream in a table of the projection at a place among those folded, by key.
    ///
    /// - Complexity: O(n log n) in these rows and O(m) in the streams.
    func rows(of projection: Int, stream: UInt32, table: Table) -> [TableRow] {
        RowSet(stores[projection].store).rows(stream: stream, table: table)
    }
}

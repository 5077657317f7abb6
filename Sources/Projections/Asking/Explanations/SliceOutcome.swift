/// What a slice of the history has to do.
enum SliceOutcome {
    /// Give this row, with its rank and `since`.
    case gives(RenderedRow)
    /// Lose the row under this kept key with the event at a position: it is there without that event, and gone
    /// with it.
    case loses(RowKey, with: UInt64)
}

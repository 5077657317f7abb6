/// One side of a difference: what its rows are, and as of which event.
struct DiffSide {
    /// The word for machines: replayed, stored, file, other, real or hypothetical.
    let word: String
    /// The position whose state the rows show; nil where the other log has its own.
    let position: UInt64
    /// How people name it: `5100`, `stored`.
    let label: String

    /// Rows folded from the log's events.
    static func replayed(_ position: UInt64) -> DiffSide {
        DiffSide(word: "replayed", position: position, label: "\(position)")
    }
}

/// How far back a fold's rows reach: what lets a few recent events stand for a whole history.
public enum FoldWindow: Hashable, Sendable {
    /// Any event of the stream may matter.
    case whole
    /// Only the newest events matter that speak of so many different subjects.
    ///
    /// A fold may say so when the events before them can no longer change any row: a list of the latest
    /// subjects, capped at that many, is one.
    case latestSubjects(Int)
}

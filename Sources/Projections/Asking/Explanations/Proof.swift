/// A part of a history that alone gives a row, or alone loses it, and of which nothing can be left out.
public struct Proof: Hashable, Sendable {
    /// The positions of the events, rising.
    public let slice: [UInt64]
    /// Whether these events alone have the same outcome: the same values, rank and `since`, or the same loss.
    public let isSufficient: Bool
    /// Whether the outcome is another one without any single one of them.
    public let isNecessary: Bool
    /// Events that changed nothing because one of the slice had done so, and would do so in its place.
    public let standby: [UInt64]
}

/// Why no proof was found.
public enum ProofFailure: Error, Hashable, Sendable {
    /// There is no row, and none was lost.
    case nothingToProve
    /// More events may matter than are tried.
    case tooManyEvents(Int)
    /// Something other than events stands among those that matter.
    case incomplete(String)
}

extension ProofFailure: CustomStringConvertible {
    /// What stands in the way, as one sentence.
    public var description: String {
        switch self {
        case .nothingToProve: "no event ever put the row into the table"
        case .tooManyEvents(let count): "\(count) events may matter; at most \(Prover.mostEvents) are tried"
        case .incomplete(let doubt): "the history is not whole: \(doubt)"
        }
    }
}

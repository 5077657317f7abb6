internal import EventLog
internal import Projections

/// Everything that a comparison of rows came to.
struct DiffOutcome {
    /// The differences in one table of one stream.
    struct Part {
        let stream: StreamName
        let table: ShownTable
        let left: DiffSide
        let right: DiffSide
        let diff: RowDiff

        /// How many rows and groups differ.
        var count: Int { diff.entries.count + diff.movedGroups.count }
    }

    /// A kept row that differs where no column of a shown table tells it.
    struct KeptDifference {
        let stream: StreamName
        let table: String
        let difference: RowDifference
    }

    /// The tables that were compared.
    var parts: [Part] = []
    /// What differs besides, in rows as they are kept.
    var kept: [KeptDifference] = []
    /// Why rows may lack something, or were not compared; empty when everything was.
    var doubts: [String] = []
    /// What the reader should know about the comparison, without making it doubtful.
    var notes: [String] = []

    /// Whether anything differs.
    var isSame: Bool { kept.isEmpty && parts.allSatisfy(\.diff.isEmpty) }
}

extension DiffOutcome {
    /// The outcome of comparing two states.
    init(_ state: StateDiff, left: DiffSide, right: DiffSide) {
        parts = state.parts.map { part in
            Part(stream: part.stream, table: part.subject.table, left: left, right: right, diff: part.diff)
        }
        doubts = state.incompleteness.map(\.description) + state.failures.map(\.description)
    }
}

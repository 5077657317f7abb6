/// One line of the table: a figure, what it is held against and what it was to be.
struct ResultLine {
    /// The row of the goals, such as `P1`.
    let row: String
    let what: String
    var unit = Unit.seconds
    var ours: Double?
    var rival: String?
    var theirs: Double?
    var goal: Goal?
    /// What the figure does not say by itself, or why there is none.
    var note = ""

    /// Ours beside theirs; for rates and times alike, above 1 means better than the rival.
    var speedRatio: Double? {
        guard let ours, let theirs, ours > 0, theirs > 0 else { return nil }
        return unit.isRate ? ours / theirs : theirs / ours
    }

    /// Ours divided by theirs.
    var plainRatio: Double? {
        guard let ours, let theirs, theirs > 0 else { return nil }
        return ours / theirs
    }

    /// The ratio that is shown: plain where the goal is a ceiling.
    var ratio: Double? {
        guard let goal, goal.measure == .ratio, !goal.isFloor else { return speedRatio }
        return plainRatio
    }

    var verdict: Verdict {
        guard let ours else { return .notMeasured }
        guard let goal else { return .noGoal }
        switch goal.measure {
        case .value: return goal.verdict(ours)
        case .ratio: return ratio.map(goal.verdict) ?? .notMeasured
        }
    }

    /// A row for which there is no figure.
    static func missing(_ row: String, _ what: String, because reason: String) -> ResultLine {
        ResultLine(row: row, what: what, note: reason)
    }
}

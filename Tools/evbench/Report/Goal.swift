/// What a figure is to reach.
struct Goal {
    /// What is compared with the goal.
    enum Measure {
        /// Ours beside the rival's; above 1 is better than the rival.
        case ratio
        /// The figure itself.
        case value
    }

    let measure: Measure
    /// Whether more is better.
    let isFloor: Bool
    let must: Double
    let moonshot: Double?

    static func ratio(atLeast must: Double, moonshot: Double? = nil) -> Goal {
        Goal(measure: .ratio, isFloor: true, must: must, moonshot: moonshot)
    }

    static func ratio(atMost must: Double, moonshot: Double? = nil) -> Goal {
        Goal(measure: .ratio, isFloor: false, must: must, moonshot: moonshot)
    }

    static func value(atLeast must: Double, moonshot: Double? = nil) -> Goal {
        Goal(measure: .value, isFloor: true, must: must, moonshot: moonshot)
    }

    static func value(atMost must: Double, moonshot: Double? = nil) -> Goal {
        Goal(measure: .value, isFloor: false, must: must, moonshot: moonshot)
    }

    /// How far a figure gets.
    func verdict(_ figure: Double) -> Verdict {
        func reaches(_ limit: Double) -> Bool { isFloor ? figure >= limit : figure <= limit }
        if let moonshot, reaches(moonshot) { return .moonshot }
        return reaches(must) ? .must : .missed
    }
}

/// How far a figure gets.
enum Verdict: String {
    case missed
    case must = "ok"
    case moonshot
    /// There is a figure, and no goal for it.
    case noGoal = "-"
    /// There is no figure.
    case notMeasured = "not measured"
}

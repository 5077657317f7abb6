/// Contenders that do the same work in turn.
///
/// Each round lets everyone do it once, beginning with another one each time, so that whatever else the machine
/// does meets them alike. What counts is the median of the rounds.
struct Contest {
    let rounds: Int
    /// Whether only the first contender is measured.
    let isAlone: Bool

    /// The median figure of each contender; 0 for those that stay out.
    func medians(_ contenders: [() throws -> Double]) throws -> [Double] {
        var figures = [[Double]](repeating: [], count: contenders.count)
        for round in 0..<rounds {
            for turn in contenders.indices {
                let index = (turn + round) % contenders.count
                if isAlone && index > 0 { continue }
                figures[index].append(try contenders[index]())
            }
        }
        return figures.map(\.median)
    }
}

extension [Double] {
    /// The middle one; the mean of the middle two where the count is even; 0 where there is none.
    var median: Double {
        if isEmpty { return 0 }
        let sorted = sorted()
        return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
    }

    /// The value below which `share` of all lie; 0 where there is none.
    func percentile(_ share: Double) -> Double {
        if isEmpty { return 0 }
        return sorted()[Swift.min(Int(Double(count) * share), count - 1)]
    }
}

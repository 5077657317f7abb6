/// Findings of one check: the first few in full, all of them counted.
struct FindingList {
    private let limit: Int
    private(set) var findings: [Finding] = []
    private(set) var count = 0
    private var counts: [String: Int] = [:]

    init(limit: Int) { self.limit = limit }

    mutating func add(_ finding: Finding) {
        count += 1
        let known = counts[finding.kind.name, default: 0]
        counts[finding.kind.name] = known + 1
        if known < limit { findings.append(finding) }
    }

    func count(of kind: FindingKind) -> Int { counts[kind.name] ?? 0 }

    var worst: Finding.Severity? { findings.map(\.severity).max() }

    /// The weightiest first, then by position; as many as are kept.
    var first: [Finding] {
        let order = findings.enumerated().sorted { one, other in
            let (a, b) = (one.element, other.element)
            if a.severity != b.severity { return a.severity > b.severity }
            let (p, q) = (a.positions?.lowerBound ?? 0, b.positions?.lowerBound ?? 0)
            return (p, one.offset) < (q, other.offset)
        }
        return order.prefix(limit).map(\.element)
    }

    /// The result of a check that ran: its findings' weight decides, and where there is none it is well.
    func result(_ check: VerificationCheck, ok message: String) -> Verification.Result {
        let outcome: Verification.Outcome =
            switch worst {
            case .derived, .damaged: .fail
            case .note, .warning: .note
            case nil: .ok
            }
        var text = message
        if let first = first.first, outcome == .fail || first.severity == .warning {
            text = first.message
            if count > 1 { text += ", and \(count - 1) more" }
        }
        return Verification.Result(
            check: check, outcome: outcome, message: text, findings: first, findingCount: count)
    }
}

extension Verification.Result {
    /// A check that did not look at anything.
    static func without(
        _ check: VerificationCheck, _ outcome: Verification.Outcome, _ why: String
    ) -> Verification.Result {
        Verification.Result(check: check, outcome: outcome, message: why, findings: [], findingCount: 0)
    }
}

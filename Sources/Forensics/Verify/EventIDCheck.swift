import EventLog

/// Whether each id occurs once, and which events are looked up by theirs.
struct EventIDCheck {
    /// Every how many events one with a generated id is looked up: the log keeps no index of them.
    private static let generatedStride: UInt64 = 1_024

    private var last: EventID?
    private var others: [(id: EventID, position: UInt64)] = []
    /// Events to be looked up by their ids.
    private(set) var lookups: [(id: EventID, position: UInt64)] = []

    mutating func take(_ facts: EventFacts) {
        let isGenerated = facts.flags.contains(.generatedID)
        if !isGenerated || facts.position % Self.generatedStride == 1 {
            lookups.append((facts.id, facts.position))
        }
        // Generated ids rise, so one that does cannot stand twice; only the others are compared.
        if isGenerated, last.map({ $0 < facts.id }) ?? true {
            last = facts.id
        } else {
            others.append((facts.id, facts.position))
        }
    }

    /// Compares the ids that need not rise.
    mutating func finish(_ findings: inout FindingList) {
        let sorted = others.sorted { ($0.id, $0.position) < ($1.id, $1.position) }
        for (one, other) in zip(sorted, sorted.dropFirst()) where one.id == other.id {
            findings.add(
                Finding(
                    VerifyFindings.eventID, "events \(one.position) and \(other.position) have the same id",
                    positions: other.position...other.position))
        }
        others = []
    }
}

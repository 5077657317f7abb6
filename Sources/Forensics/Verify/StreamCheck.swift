import EventLog

/// Names, numbers and revisions of streams, as the events have them.
struct StreamCheck {
    /// What the events say of one stream.
    struct Known {
        var name: [UInt8]?
        var revision: UInt64 = 0
        var positions: [UInt64] = []
        /// Whether a place was unreadable since its last event, so that a revision may be missing.
        var mayLack = false
    }

    private let holdsGaps: Bool
    private(set) var findings: FindingList
    /// By number, from 1 in the order of first appearance.
    private(set) var known: [UInt32: Known] = [:]
    private var numbers: [[UInt8]: UInt32] = [:]
    /// Whether a place was unreadable anywhere, so that a whole stream may be missing.
    private var isBroken = false

    init(limit: Int, holdsGaps: Bool) {
        self.holdsGaps = holdsGaps
        findings = FindingList(limit: limit)
    }

    /// The numbers, rising.
    var sortedNumbers: [UInt32] { known.keys.sorted() }

    mutating func breakOff() {
        isBroken = true
        for number in known.keys { known[number]?.mayLack = true }
    }

    mutating func take(_ facts: EventFacts, name: [UInt8]?) {
        func found(_ kind: FindingKind, _ message: String) -> Finding {
            Finding(kind, message, positions: facts.position...facts.position)
        }
        var stream = known[facts.streamNumber] ?? Known(mayLack: isBroken)
        if known[facts.streamNumber] == nil, facts.streamNumber != UInt32(known.count) + 1, !isBroken,
            !holdsGaps
        {
            findings.add(
                found(
                    VerifyFindings.streamName,
                    "event \(facts.position) is of stream \(facts.streamNumber), and \(known.count) came before"
                ))
        }
        let expected = stream.revision + 1
        if facts.revision != expected, facts.revision < expected || !(stream.mayLack || holdsGaps) {
            findings.add(
                found(
                    VerifyFindings.revision,
                    "event \(facts.position) has revision \(facts.revision) of its stream, where \(expected) comes next"
                ))
        }
        if let name {
            if stream.name.map({ $0 != name }) ?? false
                || numbers[name].map({ $0 != facts.streamNumber }) ?? false
            {
                findings.add(
                    found(
                        VerifyFindings.streamName,
                        "event \(facts.position) names another stream than number \(facts.streamNumber)"))
            }
            stream.name = stream.name ?? name
            numbers[name] = numbers[name] ?? facts.streamNumber
        }
        stream.revision = max(stream.revision, facts.revision)
        stream.positions.append(facts.position)
        stream.mayLack = false
        known[facts.streamNumber] = stream
    }
}

import EventLog
import Platform

/// Names, numbers and revisions of streams, as the events have them.
struct StreamCheck {
    /// What the events say of one stream.
    struct Known {
        let number: UInt32
        var name: [UInt8]?
        var revision: UInt64 = 0
        /// The breaks before its last event; where there were more since, a revision may be missing.
        fileprivate var breaks: Int
        /// The page of the stream's index that was looked at last.
        var indexPage: StreamIndexPage?
    }

    private let holdsGaps: Bool
    private(set) var findings: FindingList
    /// In the order of first appearance.
    private(set) var known: [Known] = []
    private var places: [UInt32: Int] = [:]
    private var numbers: [[UInt8]: UInt32] = [:]
    /// How often a place was unreadable, so that an event or a whole stream may be missing.
    private var breaks = 0
    private var last = 0

    init(limit: Int, holdsGaps: Bool) {
        self.holdsGaps = holdsGaps
        findings = FindingList(limit: limit)
    }

    /// What is known of the stream with a number.
    subscript(number: UInt32) -> Known? { places[number].map { known[$0] } }

    mutating func breakOff() { breaks += 1 }

    /// Takes an event whose name cannot be known; returns the place of its stream among `known`.
    @discardableResult
    mutating func take(_ facts: EventFacts) -> Int {
        let place = place(of: facts)
        let expected = known[place].revision + 1
        let mayLack = known[place].breaks != breaks
        if facts.revision != expected, facts.revision < expected || !(mayLack || holdsGaps) {
            note(
                VerifyFindings.revision, facts,
                "has revision \(facts.revision) of its stream, where \(expected) comes next")
        }
        known[place].revision = max(known[place].revision, facts.revision)
        known[place].breaks = breaks
        return place
    }

    /// Takes an event with its stream's name; returns the place of its stream among `known`.
    @discardableResult
    mutating func take(_ facts: EventFacts, named name: Span<UInt8>) -> Int {
        let place = take(facts)
        if let first = known[place].name {
            if !first.span.hasSameBytes(as: name) { noteName(facts) }
            return place
        }
        let bytes = [UInt8](copying: name)
        if let number = numbers[bytes] {
            if number != facts.streamNumber { noteName(facts) }
        } else {
            numbers[bytes] = facts.streamNumber
        }
        known[place].name = bytes
        return place
    }

    /// Keeps the page of a stream's index that was looked at last.
    mutating func keep(_ page: StreamIndexPage, ofStreamAt place: Int) { known[place].indexPage = page }

    private mutating func place(of facts: EventFacts) -> Int {
        if last < known.count, known[last].number == facts.streamNumber { return last }
        if let found = places[facts.streamNumber] {
            last = found
            return found
        }
        if facts.streamNumber != UInt32(known.count) + 1, breaks == 0, !holdsGaps {
            note(
                VerifyFindings.streamName, facts,
                "is of stream \(facts.streamNumber), and \(known.count) came before")
        }
        last = known.count
        // A stream that begins behind a break may have lost its first events there.
        known.append(Known(number: facts.streamNumber, breaks: 0))
        places[facts.streamNumber] = last
        return last
    }

    private mutating func noteName(_ facts: EventFacts) {
        note(
            VerifyFindings.streamName, facts, "names another stream than number \(facts.streamNumber)")
    }

    private mutating func note(_ kind: FindingKind, _ facts: EventFacts, _ what: String) {
        findings.add(
            Finding(kind, "event \(facts.position) \(what)", positions: facts.position...facts.position))
    }
}

internal import Digest
internal import EventCoding
internal import EventLog

/// Finds where a fold with a window may begin: by reading its stream backward.
enum WindowStart {
    /// The most events read backward before a fold of the whole stream is the better bet.
    static let mostEvents = 20_000
    /// How many events are read first for each subject of the window: most windows are full by then.
    static let firstEventsOfSubject = 4

    /// The first position to fold for the rows at `end`, or nil when all of the stream is needed.
    ///
    /// - Parameters:
    ///   - subjects: How many different subjects the window holds.
    ///   - types: The event types that the fold wants.
    static func position(
        subjects: Int, types: [EventType], stream: StreamName, upTo end: UInt64, in source: any EventSource
    ) throws -> UInt64? {
        guard subjects > 0 else { return end + 1 }
        var search = Search(subjects: subjects)
        var plan = ReadPlan(range: 1...end, stream: stream, types: types, direction: .backward)
        // A slice is filled whole before anything of it is looked at, so the first one must be short.
        let first = min(subjects, mostEvents / firstEventsOfSubject) * firstEventsOfSubject
        for limit in [first, mostEvents - first] where limit > 0 {
            plan.limit = limit
            try source.forEachBlock(plan) { (block: borrowing EventBlock) in search.take(block) }
            guard search.goesOn, search.last > 1 else { break }
            plan.range = 1...search.last - 1
        }
        return search.start
    }

    /// The subjects met so far on the way back.
    private struct Search {
        let subjects: Int
        /// The first subjects, one by one: a set's first use costs a short command more than comparing them.
        private var few: [Hash128] = []
        /// Those beyond the first ones.
        private var more: Set<Hash128> = []
        private var seen: Int { few.count + more.count }
        /// The position at which the last subject was met.
        private(set) var start: UInt64?
        /// The position of the event that was looked at last.
        private(set) var last: UInt64 = 1
        private(set) var goesOn = true

        init(subjects: Int) { self.subjects = subjects }

        mutating func take(_ block: borrowing EventBlock) -> ReadControl {
            for index in 0..<block.count {
                guard let event = block.event(at: index) else {
                    // Whatever is missing here may have mattered; the fold of everything says so.
                    goesOn = false
                    return .stop
                }
                last = event.position
                if !event.subject.isEmpty { insert(XXH3.hash128(event.subject)) }
                if seen == subjects {
                    start = last
                    goesOn = false
                    return .stop
                }
            }
            return .proceed
        }

        private mutating func insert(_ subject: Hash128) {
            if few.contains(subject) { return }
            if few.count < Self.most { few.append(subject) } else { more.insert(subject) }
        }

        /// How many subjects are compared one by one.
        private static let most = 32
    }
}

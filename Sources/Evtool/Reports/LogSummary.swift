internal import EventCoding
internal import EventLog

/// What one pass over a log tells about it: counts by type, times, and what could not be read.
struct LogSummary {
    /// Events that could be read.
    private(set) var events: UInt64 = 0
    /// The first and last recorded times, in milliseconds since 1970.
    private(set) var recorded: ClosedRange<Int64>?
    /// The earliest and latest times of what happened, in milliseconds since 1970.
    private(set) var occurred: ClosedRange<Int64>?
    /// Events by type, most frequent first.
    private(set) var types: [(name: String, count: Int)] = []
    /// Places without an event.
    private(set) var gaps: [ClosedRange<UInt64>] = []
    /// Events whose content is withheld.
    private(set) var withheld = 0
    /// Places that cannot be read, with the reason.
    private(set) var unreadable: [(position: UInt64, why: String)] = []
    /// Events recorded while the clock stood before the previous event.
    private(set) var clockRanBack = 0
    /// Events by the day on which they happened.
    private(set) var days: [Int64: Int] = [:]

    /// Whether every place of the log could be read.
    var isComplete: Bool { gaps.isEmpty && unreadable.isEmpty }

    /// Reads the whole log once.
    init(of log: any EventSource, context: ToolContext) throws {
        var counts: [[UInt8]: Int] = [:]
        var name: [UInt8] = []
        try log.forEachBlock { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else {
                    note(block, at: index)
                    continue
                }
                name.removeAll(keepingCapacity: true)
                let type = event.typeName
                for index in type.indices { name.append(type[index]) }
                counts[name, default: 0] += 1
                note(event)
            }
            return .proceed
        }
        types = counts.map { (String(decoding: $0, as: UTF8.self), $1) }
            .sorted { $0.count != $1.count ? $0.count > $1.count : $0.name < $1.name }
    }

    private mutating func note(_ event: borrowing Event) {
        events += 1
        let (recordedNow, occurredNow) = (event.recorded, event.occurred.milliseconds)
        recorded =
            recorded.map { min($0.lowerBound, recordedNow)...max($0.upperBound, recordedNow) }
            ?? recordedNow...recordedNow
        occurred =
            occurred.map { min($0.lowerBound, occurredNow)...max($0.upperBound, occurredNow) }
            ?? occurredNow...occurredNow
        if event.flags.contains(.clockRanBack) { clockRanBack += 1 }
        let day = occurredNow / 86_400_000 - (occurredNow % 86_400_000 < 0 ? 1 : 0)
        days[day, default: 0] += 1
    }

    private mutating func note(_ block: borrowing EventBlock, at index: Int) {
        switch block.entry(at: index) {
        case .event: break
        case .withheld: withheld += 1
        case .missing(let range, _): gaps.append(range)
        case .unreadable(let position, let why): unreadable.append((position, "\(why)"))
        }
    }
}

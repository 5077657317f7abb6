/// What work took: by the clock, and of this thread's processor time, both in seconds.
///
/// The processor's time says more than the clock where others use processor and disk as well.
struct Spent {
    var seconds = 0.0
    var processor = 0.0

    /// What `work` took, beside what else was measured.
    mutating func add(_ work: () throws -> Void) rethrows {
        let (clock, start) = (Stopwatch(), Machine.threadSeconds)
        try work()
        seconds += clock.seconds
        processor += Machine.threadSeconds - start
    }

    /// What a rival took that knows its own seconds.
    static func of(_ rival: () -> Double) -> Spent {
        let start = Machine.threadSeconds
        let seconds = rival()
        return Spent(seconds: seconds, processor: Machine.threadSeconds - start)
    }
}

/// What contenders took, round by round.
final class SpentRounds {
    private let events: Double
    private var processor: [[Double]]

    /// Nothing yet, for so many contenders and events.
    init(contenders: Int, events: Int) {
        self.events = Double(events)
        processor = [[Double]](repeating: [], count: contenders)
    }

    /// Takes note of a round and gives its events a second.
    func rate(_ contender: Int, _ spent: Spent) -> Double {
        processor[contender].append(spent.processor / events)
        return events / spent.seconds
    }

    /// The processor time of an event, ours beside a rival's.
    func note(_ ours: Int, _ rival: Int) -> String {
        let times = [processor[ours].median, processor[rival].median].map(Unit.seconds.text)
        return "processor \(times[0]) an event, rival \(times[1])"
    }
}

import EventCoding
import EventLog
import TravelEvents

/// P12: a whole photo event as a Swift value, and one field in place.
struct DecodeRows {
    let bench: Bench

    func measure() throws -> [ResultLine] {
        try bench.withNewLog(durability: .relaxed) { log, _ in
            let wanted = min(bench.pool.events.count, 1000)
            let views = bench.pool.events.filter { $0.type == PhotoViewed.definition.type }.prefix(wanted)
            try log.append(Array(views), to: try StreamName("user-000000"))
            var block = EventBlock()
            let plan = ReadPlan()
            var cursor = try log.cursor(for: plan)
            try log.fill(&block, from: plan, at: &cursor)
            return try measure(block)
        }
    }

    private func measure(_ block: borrowing EventBlock) throws -> [ResultLine] {
        let passes = bench.options.isQuick ? 2 : 50
        var (decoding, subjects): ([Double], [Double]) = ([], [])
        for _ in 0..<bench.options.rounds {
            decoding.append(try decode(block, passes))
            subjects.append(try readSubjects(block, passes * 20))
        }
        return [
            ResultLine(
                row: "P12", what: "decode a photo event", ours: decoding.median,
                goal: .value(atMost: 600e-9, moonshot: 350e-9), note: "time of the processor"),
            ResultLine(
                row: "P12", what: "subject in place", ours: subjects.median,
                goal: .value(atMost: 5e-9, moonshot: 3e-9), note: "time of the processor"),
        ]
    }

    private func decode(_ block: borrowing EventBlock, _ passes: Int) throws -> Double {
        var tags = 0
        let start = Machine.threadSeconds
        for _ in 0..<passes {
            for index in 0..<block.count {
                guard let event = block.event(at: index) else { continue }
                tags += try PhotoViewed(event.fields).photo.tags.count
            }
        }
        let seconds = Machine.threadSeconds - start
        guard tags > 0 else { throw BenchError("the photos have no tags") }
        return seconds / Double(passes * block.count)
    }

    private func readSubjects(_ block: borrowing EventBlock, _ passes: Int) throws -> Double {
        var sum = 0
        let start = Machine.threadSeconds
        for _ in 0..<passes {
            for index in 0..<block.count {
                guard let event = block.event(at: index) else { continue }
                sum &+= event.subject.count &+ Int(event.subject[event.subject.count - 1])
            }
        }
        let seconds = Machine.threadSeconds - start
        guard sum > 0 else { throw BenchError("the photos have no ids") }
        return seconds / Double(passes * block.count)
    }
}

import EventCoding
import EventLog
import Exchange
import Foundation
import Platform
import TestSupport
import Testing

/// An export that is read like a log: what holds for a log holds for it.
struct ExportedLogTests {
    /// What a plan reads, each place as its record or its gap.
    private func read(_ source: any EventSource, _ plan: ReadPlan) throws -> [String] {
        var all: [String] = []
        try source.forEachBlock(plan) { (block: borrowing EventBlock) in
            #expect(!block.isEmpty && block.count <= LogLimits.blockEvents)
            for index in 0..<block.count {
                switch block.entry(at: index) {
                case .event(let event): all.append("\(event.bytes.indices.map { event.bytes[$0] })")
                case .withheld(let event): all.append("\(event.bytes.indices.map { event.bytes[$0] })")
                case .missing(let range, let reason): all.append("missing \(range) \(reason)")
                case .unreadable(let position, let why): all.append("unreadable \(position) \(why)")
                }
            }
            return .proceed
        }
        return all
    }

    private func plan(_ random: inout SplitMix64) throws -> ReadPlan {
        var plan = ReadPlan()
        if Bool.random(using: &random) {
            let bounds = [
                UInt64.random(in: 0...160, using: &random), UInt64.random(in: 0...160, using: &random),
            ]
            .sorted()
            plan.range = bounds[0]...bounds[1]
        }
        if Bool.random(using: &random) {
            plan.stream = try StreamName(RandomLog.streams[Int.random(in: 0...3, using: &random)])
        }
        if Bool.random(using: &random) { plan.types = ["bell.rung", "x"] }
        if Bool.random(using: &random) { plan.direction = .backward }
        if Bool.random(using: &random) { plan.limit = Int.random(in: 0...30, using: &random) }
        return plan
    }

    @Test(arguments: (1...4).map { UInt64($0) })
    func `It is read as the log it was taken from`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let log = try RandomLog.erasing(RandomLog.make(&random, events: 150), &random)
        let copy = try ExportedLog(reading: exported(log))
        #expect(copy.isWhole && !copy.isCutOff)
        #expect(copy.sourceHead == log.head().description)
        #expect(copy.head() == log.head())
        #expect(copy.streams() == log.streams())
        #expect(copy.identity().epochs == log.identity().epochs)
        for number in 0..<50 {
            let plan = try plan(&random)
            #expect(try read(copy, plan) == read(log, plan), "seed \(seed), plan \(number): \(plan)")
        }
        var block = EventBlock()
        for position in [UInt64(0), 151, .max] {
            #expect(throws: LogError.self) { try copy.read(position, into: &block) }
        }
        #expect(throws: LogError.self) { try copy.cursor(for: ReadPlan(stream: StreamName("nobody"))) }
        var known: [(id: EventID, position: UInt64, recorded: Int64)] = []
        try log.forEachBlock { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else { continue }
                known.append((event.id, event.position, event.recorded))
            }
            return .proceed
        }
        for (id, position, time) in known {
            #expect(try copy.position(of: id) == position, "seed \(seed)")
            #expect(try copy.position(recordedAtOrBefore: time) == log.position(recordedAtOrBefore: time))
        }
        let token = try log.resumeToken(after: 100)
        let place: UInt64? = try? copy.position(of: token)
        let expected: UInt64? = try? log.position(of: token)
        #expect(place == expected)
    }

    @Test
    func `A log on disk travels, is continued, and travels again`() throws {
        let folder = NSTemporaryDirectory() + "exported-log-" + UUID().uuidString
        try Files.makeDirectory(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var random = SplitMix64(seed: 17)
        let clock = SteppingClock(seed: 17)
        let log = try EventLog.create(at: folder + "/a.evlog", clock: clock.reading)
        defer { log.close() }
        try RandomLog.fill(log, &random, events: 60)
        let first = try exported(log)
        try EventLog.restore(imported(first).restoration, at: folder + "/b.evlog")
        let copy = try EventLog.open(at: folder + "/b.evlog", clock: clock.reading)
        defer { copy.close() }
        #expect(try exported(copy) == first)
        // Both go on, and neither passes as the other.
        try RandomLog.fill(log, &random, events: 5)
        try RandomLog.fill(copy, &random, events: 5)
        #expect(try log.identity().epochs.count == 1)
        #expect(try copy.identity().epochs.count == 2)
        #expect(try copy.identity().logID != log.identity().logID)
        let second = try exported(copy)
        let content = try imported(second)
        #expect(content.isExact)
        try EventLog.restore(content.restoration, at: folder + "/c.evlog")
        let third = try EventLog.open(at: folder + "/c.evlog", access: .readUnlocked)
        defer { third.close() }
        #expect(try exported(third) == second)
        #expect(try third.head() == copy.head())
    }

    @Test
    func `Places that cannot be read are told, and the export never passes as the log`() throws {
        let folder = NSTemporaryDirectory() + "exported-log-" + UUID().uuidString
        try Files.makeDirectory(folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/a.evlog"
        let log = try EventLog.create(at: path)
        for number in 1...20 {
            let event = ProposedEvent(
                type: "bell.rung", subject: "subject-\(number)-", payload: PayloadValue.map(PayloadMap()).cbor
            )
            try log.append([event], to: StreamName("alice"))
        }
        log.close()
        var file = try Data(contentsOf: URL(fileURLWithPath: path))
        // Old pages may hold the text too.
        while let place = file.range(of: Data("subject-7-".utf8)) { file[place.lowerBound] = 0x78 }
        try file.write(to: URL(fileURLWithPath: path))
        let source = try EventLog.open(at: path, access: .readUnlocked)
        defer { source.close() }
        let bytes = try exported(source)
        #expect(lines(bytes)[7] == #"{"kind":"missing","first":7,"last":7,"reason":"unreadable"}"#)
        #expect(lines(bytes).last?.contains(#""complete":false"#) == true)
        let content = try imported(bytes)
        #expect(!content.isExact)
        #expect(content.restoration.identity.origin?.traits == .incomplete)
        // The log made of it is whole in itself: it says what it lacks.
        let again = try exported(MemoryLog(restoring: content.restoration))
        #expect(try imported(again).isExact)
    }
}

import EventCoding
import Foundation
import TestSupport
import Testing

@testable import EventLog

/// A log of arrays and dictionaries: slow, short, and obviously right.
private struct Model {
    struct Entry {
        var stream: StreamName
        var revision: UInt64
        var event: ProposedEvent
        var id: EventID?
        var batchSize: Int
    }

    var entries: [Entry] = []
    var positions: [EventID: UInt64] = [:]

    var revisions: [StreamName: UInt64] = [:]

    func revision(of stream: StreamName) -> UInt64 { revisions[stream] ?? 0 }

    enum Answer: Equatable {
        case appended([UInt64], revision: UInt64)
        case known([UInt64], revision: UInt64)
        case refused(LogError.Code)
    }

    mutating func append(_ request: AppendRequest) -> Answer {
        let ids = request.events.indices.map { request.id(at: $0) }
        let known = ids.compactMap { $0.flatMap { positions[$0] } }
        if !known.isEmpty {
            if known.count < ids.count { return .refused(.partiallyKnown) }
            for (event, position) in zip(request.events, known) {
                let entry = entries[Int(position) - 1]
                let isSame =
                    entry.stream == request.stream && entry.event.type == event.type
                    && entry.event.payload == event.payload
                    && (request.key == nil || entry.batchSize == request.events.count)
                if !isSame { return .refused(.idempotencyConflict) }
            }
            return .known(known, revision: known.map { entries[Int($0) - 1].revision }.max() ?? 0)
        }
        let actual = revision(of: request.stream)
        switch request.expected {
        case .any: break
        case .noStream: if actual != 0 { return .refused(.unexpectedRevision) }
        case .revision(let revision):
            if actual != revision || revision == 0 { return .refused(.unexpectedRevision) }
        }
        let first = UInt64(entries.count) + 1
        for (index, event) in request.events.enumerated() {
            entries.append(
                Entry(
                    stream: request.stream, revision: actual + UInt64(index) + 1, event: event,
                    id: ids[index],
                    batchSize: request.events.count))
            if let id = ids[index] { positions[id] = UInt64(entries.count) }
        }
        revisions[request.stream] = actual + UInt64(request.events.count)
        return .appended(
            (first...UInt64(entries.count)).map { $0 }, revision: actual + UInt64(request.events.count))
    }

    func places(_ plan: ReadPlan) -> [UInt64] {
        let last = UInt64(entries.count)
        let range = plan.range ?? 1...UInt64.max
        guard range.lowerBound <= last else { return [] }
        var places = (range.lowerBound...min(range.upperBound, last)).filter { position in
            let entry = entries[Int(position) - 1]
            return (plan.stream ?? entry.stream) == entry.stream
                && plan.types?.contains(entry.event.type) ?? true
        }
        if plan.direction == .backward { places.reverse() }
        return Array(places.prefix(plan.limit ?? .max))
    }
}

/// The log in LMDB against the model, through random operations with reopening and growth in between.
@Suite(.timeLimit(.minutes(45))) struct ModelTests {
    private static let streams = (0..<6).map { stream("user \($0)") }
    private static let types: [EventType] = [viewed, visited, "vacation.created"]

    private static func request(_ random: inout SplitMix64, _ number: Int, _ model: Model) -> AppendRequest {
        let stream = streams[random.number(0...5)]
        let size = random.oneIn(4) ? random.number(2...40) : 1
        let how = random.number(0...5)
        let batch = (0..<size).map { index in
            event(
                number * 1_000 + index, types[random.number(0...2)],
                id: how == 0 ? id(UInt64(number * 1_000 + index)) : nil)
        }
        var request = AppendRequest(batch, to: stream)
        if how == 1 { request.key = "key \(number)" }
        switch random.number(0...7) {
        case 0: request.expected = .revision(model.revision(of: stream))
        case 1: request.expected = .noStream
        case 2: request.expected = .revision(UInt64(random.number(0...300)))
        default: break
        }
        return request
    }

    private static func perform(_ request: AppendRequest, _ log: EventLog) -> Model.Answer {
        do {
            let receipt = try log.append([request])[0]
            return receipt.isRepeat
                ? .known(receipt.positions, revision: receipt.revision)
                : .appended(receipt.positions, revision: receipt.revision)
        } catch { return .refused(error.code) }
    }

    private static func plan(_ random: inout SplitMix64, head: Int) -> ReadPlan {
        var plan = ReadPlan(direction: random.oneIn(2) ? .forward : .backward)
        let start = random.number(1...max(head, 1))
        plan.range = UInt64(start)...UInt64(start + random.number(0...300))
        if random.oneIn(2) { plan.stream = streams[random.number(0...5)] }
        if random.oneIn(3) { plan.types = [types[random.number(0...2)]] }
        if random.oneIn(4) { plan.limit = random.number(0...20) }
        return plan
    }

    /// Operations of one history.
    private static let operations = 2_000
    /// The seeds of the histories; `TRAVELOG_MODEL_OPERATIONS` asks for more of them, `TRAVELOG_SEED` for others.
    private static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["TRAVELOG_SEED"].flatMap { UInt64($0) } ?? 1
        let wanted = environment["TRAVELOG_MODEL_OPERATIONS"].flatMap { Int($0) } ?? 3 * operations
        return (0..<UInt64(max(wanted / operations, 1))).map { first + $0 }
    }()

    /// Lets another process append until it is killed, and takes over what it left.
    private static func killedWriter(
        _ log: EventLog, _ path: String, _ model: inout Model, _ random: inout SplitMix64, seed: UInt64
    ) throws {
        let name = streams[random.number(0...5)]
        let worker = try Worker("acknowledge", path, name.text, "9", "\(random.number(1...1_000_000))")
        _ = worker.line()
        usleep(UInt32(random.number(0...3_000)))
        worker.kill()
        let ends = worker.lines().compactMap { $0.split(separator: " ").last.flatMap { UInt64($0) } }
        let before = UInt64(model.entries.count)
        // A commit whose writer died between writing and announcing it is seen from the next writer's turn on.
        try log.changeSide { _ in ([], ()) }
        let head = try log.head().position
        #expect(head >= ends.max() ?? before, "seed \(seed): acknowledged events are gone")
        guard head > before else { return }
        for event in try log.seen(ReadPlan(range: before + 1...head)) {
            let revision = model.revision(of: name) + 1
            let number = try PayloadValue(cbor: event.payload.span).map?["number"]
            let agrees =
                event.position == UInt64(model.entries.count) + 1 && event.revision == revision
                && event.stream == name.text && number == .integer(Int64(revision) - 1)
            #expect(agrees, "seed \(seed): position \(event.position) of a killed writer")
            model.entries.append(
                Model.Entry(
                    stream: name, revision: revision,
                    event: ProposedEvent(type: viewed, payload: event.payload), id: nil, batchSize: 1))
            model.revisions[name] = revision
        }
    }

    @Test(arguments: seeds)
    func randomOperationsAgree(_ seed: UInt64) throws {
        let scratch = try Scratch()
        try EventLog.create(at: scratch.path()).close()
        func open() throws -> EventLog {
            // A map of the least size, so that it grows again and again.
            try EventLog.open(
                at: scratch.path(), access: .write, durability: .relaxed, clock: nil, mapSize: 1 << 16)
        }
        var log = try open()
        var model = Model()
        var random = SplitMix64(seed: seed)
        var sent: [AppendRequest] = []
        for number in 1...Self.operations {
            switch random.number(0...19) {
            case 0...8:
                let request = Self.request(&random, number, model)
                sent.append(request)
                #expect(
                    Self.perform(request, log) == model.append(request), "seed \(seed), operation \(number)")
            case 9...11:
                guard var request = sent.randomElement(using: &random) else { continue }
                switch random.number(0...5) {
                case 0: request.events[0].payload = payload(-1)
                case 1: request.events.removeLast()
                case 2: request.stream = Self.streams[random.number(0...5)]
                default: break
                }
                if request.events.isEmpty { continue }
                #expect(
                    Self.perform(request, log) == model.append(request), "seed \(seed), operation \(number)")
            case 12...17:
                let plan = Self.plan(&random, head: model.entries.count)
                if let stream = plan.stream, model.revision(of: stream) == 0 {
                    expect(.unknownStream) { _ = try log.seen(plan) }
                    continue
                }
                let seen = try log.seen(plan)
                #expect(seen.map(\.position) == model.places(plan), "seed \(seed), operation \(number)")
                for event in seen {
                    let entry = model.entries[Int(event.position) - 1]
                    let agrees =
                        event.payload == entry.event.payload && event.stream == entry.stream.text
                        && event.revision == entry.revision && (entry.id ?? event.id) == event.id
                    #expect(agrees, "seed \(seed), operation \(number), position \(event.position)")
                }
            case 18:
                guard let position = (1...max(model.entries.count, 1)).randomElement(using: &random) else {
                    continue
                }
                if model.entries.isEmpty { continue }
                let event = try log.seen(at: UInt64(position))
                #expect(
                    try log.position(of: event.id) == UInt64(position), "seed \(seed), operation \(number)")
            default:
                if random.oneIn(4) {
                    log.close()
                    log = try open()
                }
                if random.oneIn(20) {
                    try Self.killedWriter(log, scratch.path(), &model, &random, seed: seed)
                }
                #expect(try log.head().position == UInt64(model.entries.count))
            }
        }
        let lengths = Dictionary(grouping: model.entries, by: \.stream).mapValues { UInt64($0.count) }
        #expect(try log.streams().map(\.name) == lengths.keys.sorted())
        for stream in try log.streams() { #expect(stream.revision == lengths[stream.name]) }
        #expect(try expectWhole(log).position == UInt64(model.entries.count))
        #expect(model.entries.count > 2_500)
        log.close()
        // What `Tools/soak` counts.
        print("soak: model executions \(Self.operations) findings 0")
    }
}

import Digest
import EventCoding
import EventLog
import Platform
import TestSupport
import Testing

/// Logs that are made of records as they were.
@Suite struct RestoringTests {
    private static func sample(_ random: inout SplitMix64, events count: Int) throws -> MemoryLog {
        let clock = TestClock()
        let log = MemoryLog(clock: clock.reading)
        let streams = [alice, bob, stream("carol")]
        var written = 0
        while written < count {
            clock.set(clock.reading() + Int64(random.number(-5...20)))
            let size = min(count - written, random.number(1...5))
            let batch = (0..<size).map { _ -> ProposedEvent in
                written += 1
                return event(
                    written, random.oneIn(3) ? visited : viewed,
                    id: random.oneIn(4) ? id(UInt64(written)) : nil)
            }
            try log.append(batch, to: streams[random.number(0...2)])
        }
        return log
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func aWholeLogComesBackAsItWas(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let log = try Self.sample(&random, events: 300)
        let restored = try restoration(
            of: log, identity: log.identity(), &random, erasing: 0, dropping: 0)
        #expect(restored.head == log.head(), "seed \(seed)")
        let scratch = try Scratch()
        try EventLog.restore(restored, at: scratch.path())
        #expect(scratch.names == ["test.evlog"])
        let stored = try EventLog.open(at: scratch.path(), access: .readUnlocked)
        defer { stored.close() }
        for copy in [stored, MemoryLog(restoring: restored)] as [any EventSource] {
            #expect(try copy.standing() == log.standing(), "seed \(seed)")
            #expect(try copy.head() == log.head())
            #expect(try copy.identity().epochs == log.identity().epochs)
            #expect(try copy.identity().file == nil)
            #expect(try copy.streams() == log.streams())
            for seen in try log.seen() {
                #expect(try copy.position(of: seen.id) == seen.position, "seed \(seed)")
            }
            for name in [alice, bob] {
                let plan = ReadPlan(stream: name)
                #expect(try copy.standing(plan) == log.standing(plan), "seed \(seed)")
            }
        }
    }

    @Test func theFirstAppendBeginsAnEpoch() throws {
        var random = SplitMix64(seed: 7)
        let log = try Self.sample(&random, events: 20)
        let restored = try restoration(of: log, identity: log.identity(), &random, erasing: 0, dropping: 0)
        let scratch = try Scratch()
        try EventLog.restore(restored, at: scratch.path())
        let stored = try EventLog.open(at: scratch.path())
        defer { stored.close() }
        for copy in [stored, MemoryLog(restoring: restored)] as [any EventAppender] {
            let last = try copy.seen(at: 20)
            let receipt = try copy.append([event(21), event(22)], to: alice)
            let identity = try copy.identity()
            #expect(receipt.positions == [21, 22])
            #expect(identity.epochs.count == 2)
            #expect(identity.epochs[0].logID == log.identity().logID)
            #expect(identity.epochs[1].firstPosition == 21)
            #expect(identity.epochs[1].root == log.head().root)
            #expect(identity.logID != log.identity().logID)
            #expect(try copy.seen(at: 21).recorded >= last.recorded)
            #expect(receipt.ids.allSatisfy { id in (try? copy.position(of: id)) ?? 0 >= 21 })
        }
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func gapsAndErasedEventsAreReadTheSameEverywhere(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let log = try Self.sample(&random, events: 400)
        let origin = LogOrigin(
            logID: log.identity().logID, position: 400, root: log.head().root, epochs: log.identity().epochs,
            recordsThrough: 400, traits: .salvaged)
        let identity = LogIdentity(of: .random(), created: 1, from: origin)
        let restored = try restoration(of: log, identity: identity, &random, erasing: 9, dropping: 12)
        let memory = MemoryLog(restoring: restored)
        let scratch = try Scratch()
        try EventLog.restore(restored, at: scratch.path())
        let stored = try EventLog.open(at: scratch.path(), access: .readUnlocked)
        defer { stored.close() }
        let all = try memory.standing()
        var identityInMemory = memory.identity()
        identityInMemory.features.incompatible = try stored.identity().features.incompatible
        #expect(identityInMemory.features.hasStreamTails)
        #expect(try stored.identity() == identityInMemory)
        #expect(try stored.identity().origin == origin)
        #expect(try stored.head() == memory.head())
        #expect(memory.head().position == 400)
        #expect(memory.head().root != log.head().root, "seed \(seed): a log with gaps passes as whole")
        // Every position is covered once.
        #expect(all.flatMap { Array($0.positions) } == (1...400).map { UInt64($0) }, "seed \(seed)")
        for number in 0..<60 {
            let plan = Self.plan(&random)
            let expected = Self.expected(all, plan, of: memory)
            #expect(try memory.standing(plan) == expected, "seed \(seed), plan \(number): \(plan)")
            #expect(try stored.standing(plan) == expected, "seed \(seed), plan \(number): \(plan)")
        }
        try Self.checkTimes(log, all, [memory, stored], seed)
    }

    /// The last event recorded by a moment, found by halving and by looking at each.
    private static func checkTimes(
        _ log: MemoryLog, _ all: [Standing], _ copies: [any EventSource], _ seed: UInt64
    ) throws {
        let times = try log.seen().map(\.recorded)
        let held = Set(
            all.compactMap { standing -> UInt64? in
                if case .missing = standing { nil } else { standing.positions.lowerBound }
            })
        for (number, time) in Set(times.flatMap { [$0 - 1, $0, $0 + 1] }).sorted().enumerated()
        where number % 7 == Int(seed) % 7 {
            let last = (1...400).last { held.contains(UInt64($0)) && times[$0 - 1] <= time } ?? 0
            for copy in copies {
                #expect(
                    try copy.position(recordedAtOrBefore: time) == UInt64(last), "seed \(seed), time \(time)")
            }
        }
    }

    private static func plan(_ random: inout SplitMix64) -> ReadPlan {
        var plan = ReadPlan()
        if !random.oneIn(4) {
            let bounds = [UInt64(random.number(0...405)), UInt64(random.number(0...405))].sorted()
            plan.range = bounds[0]...(random.oneIn(10) ? UInt64.max : bounds[1])
        }
        if random.oneIn(2) { plan.stream = [alice, bob][random.number(0...1)] }
        if random.oneIn(3) { plan.types = [visited] }
        plan.direction = random.oneIn(2) ? .forward : .backward
        if random.oneIn(3) { plan.limit = random.number(0...60) }
        return plan
    }

    private static func expected(_ all: [Standing], _ plan: ReadPlan, of log: MemoryLog) -> [Standing] {
        let range = plan.range ?? 1...UInt64.max
        let number = plan.stream.flatMap { log.stream(named: $0)?.number }
        var wanted = all.compactMap { standing -> Standing? in
            guard range.overlaps(standing.positions) else { return nil }
            switch standing {
            case .event(_, let name, let type, _):
                guard plan.stream == nil || plan.stream?.text == name,
                    plan.types?.contains(where: { $0.name == type }) ?? true
                else { return nil }
                return standing
            case .withheld(_, let stream, _, _):
                return number == nil || number == stream ? standing : nil
            case .missing(let positions, let reason): return .missing(positions.clamped(to: range), reason)
            case .unreadable: return standing
            }
        }
        if plan.direction == .backward { wanted.reverse() }
        return Array(wanted.prefix(plan.limit ?? .max))
    }

    @Test func erasedEventsKeepTheRoot() throws {
        var random = SplitMix64(seed: 11)
        let log = try Self.sample(&random, events: 100)
        let restored = try restoration(of: log, identity: log.identity(), &random, erasing: 4, dropping: 0)
        #expect(restored.head == log.head())
        #expect(try MemoryLog(restoring: restored).standing() != log.standing())
        let erased = try MemoryLog(restoring: restored).standing().count {
            if case .withheld = $0 { true } else { false }
        }
        #expect(erased > 5)
    }

    @Test func aGapIsALeafForEachPosition() throws {
        var hasher = LeafHasher()
        for before in [UInt64(0), 1, 2, 3, 7, 8, 21] {
            for count in [UInt64(1), 2, 3, 4, 5, 8, 13, 64, 100] {
                var one = MerkleFrontier()
                for number in 0..<before {
                    one.append(SHA256.hash(payload(Int(number)).span), using: &hasher)
                }
                var many = one
                let leaf = SHA256.hash(payload(-1).span)
                for _ in 0..<count { one.append(leaf, using: &hasher) }
                many.append(leaf, count: count, using: &hasher)
                #expect(one == many, "\(count) leaves after \(before)")
            }
        }
        // A gap of any length takes no longer than a look.
        var restored = LogRestoration(identity: MemoryLog().identity())
        try restored.append(missing: 1...LogRestoration.highestPosition, reason: .pruned)
        #expect(restored.head.position == LogRestoration.highestPosition)
        #expect(
            try MemoryLog(restoring: restored).standing()
                == [.missing(1...LogRestoration.highestPosition, .pruned)])
    }

    @Test func whatCannotBelongToOneLogIsRefused() throws {
        let log = MemoryLog(clock: TestClock(step: 1).reading)
        try log.append(events(1...3), to: alice)
        try log.append([event(4)], to: bob)
        var sound: [RestoredEvent] = []
        try log.forEachBlock { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                if let event = block.event(at: index) { sound.append(try RestoredEvent(event)) }
            }
            return .proceed
        }
        func refused(_ index: Int, _ change: (inout RestoredEvent) -> Void) {
            var restored = LogRestoration(identity: log.identity())
            expect(.damaged) {
                for (place, event) in sound.enumerated() {
                    var event = event
                    if place == index { change(&event) }
                    try restored.append(event)
                }
            }
        }
        refused(1) { $0.kept.position = 1 }
        refused(1) { $0.kept.position = 3 }
        refused(1) { $0.kept.revision = 1 }
        refused(1) { $0.kept.revision = 3 }
        refused(1) { $0.kept.streamNumber = 0 }
        refused(1) { $0.kept.streamNumber = 2 }
        refused(3) { $0.kept.streamNumber = 1 }
        refused(3) { $0.kept.streamNumber = 3 }
        refused(3) { $0.kept.streamNumber = .max }
        refused(3) { $0.stream = alice }
        refused(1) { $0.kept.recorded = sound[0].kept.recorded - 1 }
        refused(1) { $0.kept.id = sound[0].kept.id }
        refused(1) { $0.kept.batchIndex = 3 }
        refused(1) { $0.salt.removeLast() }
        var restored = LogRestoration(identity: log.identity())
        expect(.damaged) { try restored.append(missing: 2...3, reason: .pruned) }
    }

    @Test func nothingIsOverwritten() throws {
        let scratch = try Scratch()
        let path = try scratch.write([1], to: "there.evlog")
        let restored = LogRestoration(identity: MemoryLog().identity())
        expect(.exists) { try EventLog.restore(restored, at: path) }
        expect(.missing) { try EventLog.restore(restored, at: scratch.folder + "/no/where.evlog") }
        #expect(scratch.names == ["there.evlog"])
        try EventLog.restore(restored, at: scratch.path("empty.evlog"))
        let empty = try EventLog.open(at: scratch.path("empty.evlog"))
        defer { empty.close() }
        #expect(try empty.head().position == 0)
        try empty.append([event()], to: alice)
        #expect(try empty.identity().epochs.count == 1)
    }

    @Test func anEmptyMapOfMetadataIsStoredAsNothing() throws {
        let log = MemoryLog(clock: TestClock().reading)
        var proposed = event(1)
        proposed.metadata = PayloadValue.map(PayloadMap()).cbor
        try log.append([proposed], to: alice)
        var length: Int?
        try log.forEachBlock { (block: borrowing EventBlock) in
            length = block.event(at: 0)?.metadata.count
            return .stop
        }
        #expect(length == 0)
    }
}

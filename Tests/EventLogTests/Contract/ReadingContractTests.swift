import EventCoding
import EventLog
import TestSupport
import Testing

/// What a plan reads, whatever holds the log.
@Suite struct ReadingContractTests {
    /// A log of random batches for three streams and three types.
    private static func randomLog(
        _ implementation: Implementation, _ random: inout SplitMix64, events count: Int
    ) throws -> Subject {
        let subject = try implementation.make()
        let types: [EventType] = [viewed, visited, "map.typeSelected"]
        let streams = [alice, bob, stream("carol")]
        var written = 0
        while written < count {
            let size = min(count - written, random.number(1...40))
            let batch = (0..<size).map { _ -> ProposedEvent in
                written += 1
                // The third type is rare, so that plans for it pass many events over.
                let type = random.oneIn(50) ? types[2] : types[random.number(0...1)]
                return event(written, type)
            }
            try subject.log.append(batch, to: streams[random.number(0...2)])
        }
        return subject
    }

    private static func randomPlan(_ random: inout SplitMix64, head: UInt64) -> ReadPlan {
        var plan = ReadPlan()
        if !random.oneIn(4) {
            let bounds = [UInt64(random.number(0...Int(head) + 5)), UInt64(random.number(0...Int(head) + 5))]
                .sorted()
            plan.range = bounds[0]...(random.oneIn(10) ? UInt64.max : bounds[1])
        }
        if random.oneIn(2) { plan.stream = [alice, bob, stream("carol")][random.number(0...2)] }
        switch random.number(0...3) {
        case 0: plan.types = [viewed]
        case 1: plan.types = ["map.typeSelected", visited]
        case 2: plan.types = ["map.typeSelected"]
        default: break
        }
        plan.direction = random.oneIn(2) ? .forward : .backward
        if random.oneIn(3) { plan.limit = random.number(0...Int(head)) }
        return plan
    }

    /// What a plan means, by the words of its fields.
    private static func expected(_ all: [Seen], _ plan: ReadPlan) -> [Seen] {
        var wanted = all.filter { seen in
            (plan.range?.contains(seen.position) ?? true)
                && (plan.stream.map { $0.text == seen.stream } ?? true)
                && (plan.types?.contains { $0.name == seen.type } ?? true)
        }
        if plan.direction == .backward { wanted.reverse() }
        return Array(wanted.prefix(plan.limit ?? .max))
    }

    @Test(
        "C5, C15: slices give what a plan asks for exactly once, by position",
        arguments: Implementation.allCases, [UInt64(1), 2, 3])
    func slicesGiveThePlanExactlyOnce(_ implementation: Implementation, _ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let subject = try Self.randomLog(implementation, &random, events: 2_600)
        let all = try subject.log.seen()
        #expect(all.map(\.position) == (1...2_600).map { UInt64($0) })
        #expect(all.map(\.subject) == (1...2_600).map { "photo \($0)" })
        for number in 0..<60 {
            let plan = Self.randomPlan(&random, head: 2_600)
            let seen = try subject.log.seen(plan)
            #expect(seen == Self.expected(all, plan), "seed \(seed), plan \(number): \(plan)")
        }
    }

    @Test(
        "C5: events of several streams and types come by position, whatever their names and the order asked for",
        arguments: Implementation.allCases)
    func orderIsThatOfPositions(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        let (first, second): (EventType, EventType) = ("z.happened", "a.happened")
        for (number, name) in ["zoe", "adam", "mia", "adam", "zoe"].enumerated() {
            try subject.log.append(
                [event(2 * number, first), event(2 * number + 1, second)], to: stream(name))
        }
        for types in [nil, [first, second], [second, first]] {
            let seen = try subject.log.seen(ReadPlan(types: types))
            #expect(seen.map(\.position) == (1...10).map { $0 })
            #expect(seen.map(\.subject) == (0..<10).map { "photo \($0)" })
        }
    }

    @Test("C15: pages of every size, joined, give the log exactly once", arguments: Implementation.allCases)
    func pagesGiveTheLogOnce(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        for number in 1...23 { try subject.log.append([event(number)], to: number % 3 == 0 ? bob : alice) }
        for stream in [nil, alice] {
            let all = try subject.log.seen(ReadPlan(stream: stream)).map(\.position)
            for size in 1...24 {
                var (forward, backward): ([UInt64], [UInt64]) = ([], [])
                // A page begins after the last position of the page before it, both ends counted.
                var (from, to) = (UInt64(1), UInt64.max)
                while true {
                    let plan = ReadPlan(range: from...UInt64.max, stream: stream, limit: size)
                    let page = try subject.log.seen(plan).map(\.position)
                    guard let last = page.last else { break }
                    forward += page
                    from = last + 1
                }
                while true {
                    let plan = ReadPlan(range: 0...to, stream: stream, direction: .backward, limit: size)
                    let page = try subject.log.seen(plan).map(\.position)
                    guard let last = page.last else { break }
                    backward += page
                    to = last - 1
                }
                #expect(forward == all, "size \(size)")
                #expect(backward == all.reversed(), "size \(size)")
            }
        }
    }

    @Test(arguments: Implementation.allCases)
    func slicesAreBoundedInEntriesAndBytes(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append(events(1...2_500), to: alice)
        let large = ProposedEvent(
            type: viewed, payload: PayloadValue.text(String(repeating: "x", count: 300_000)).cbor)
        try subject.log.append([ProposedEvent](repeating: large, count: 9), to: bob)
        for plan in [ReadPlan(), ReadPlan(direction: .backward), ReadPlan(stream: bob)] {
            var sizes: [Int] = []
            try subject.log.forEachBlock(plan) { block in
                #expect(block.count <= LogLimits.blockEvents)
                #expect(block.byteCount <= LogLimits.blockBytes + LogLimits.payloadBytes)
                sizes.append(block.count)
                return .proceed
            }
            #expect(sizes.reduce(0, +) == (plan.stream == bob ? 9 : 2_509))
            #expect(sizes.count > 2)
        }
    }

    @Test(arguments: Implementation.allCases)
    func theEndIsPinnedWhenReadingStarts(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append(events(1...1_500), to: alice)
        for plan in [ReadPlan(), ReadPlan(range: 1...UInt64.max), ReadPlan(stream: alice)] {
            let before = try subject.log.head().position
            var positions: [UInt64] = []
            try subject.log.forEachBlock(plan) { block in
                positions += block.events.map(\.position)
                try subject.log.append(events(1...700), to: alice)
                return .proceed
            }
            #expect(positions == (1...before).map { $0 })
        }
    }

    @Test(arguments: Implementation.allCases)
    func aReaderMayStop(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append(events(1...2_500), to: alice)
        var slices = 0
        try subject.log.forEachBlock { _ in
            slices += 1
            return .stop
        }
        #expect(slices == 1)
        struct Enough: Error {}
        #expect(throws: Enough.self) { try subject.log.forEachBlock { _ in throw Enough() } }
    }

    @Test(arguments: Implementation.allCases)
    func anEmptyLogReadsAsNothing(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        for direction in [ReadPlan.Direction.forward, .backward] {
            #expect(try subject.log.seen(ReadPlan(direction: direction)).isEmpty)
            #expect(try subject.log.seen(ReadPlan(range: 1...10, direction: direction)).isEmpty)
            #expect(try subject.log.cursor(for: ReadPlan(direction: direction)).isAtEnd)
        }
        var block = EventBlock()
        let error = expect(.outOfRange) { try subject.log.read(1, into: &block) }
        #expect(error?.message.contains("empty") == true)
        #expect(try subject.log.position(recordedAtOrBefore: .max) == 0)
        #expect(try subject.log.position(of: id(1)) == nil)
    }

    @Test(arguments: Implementation.allCases)
    func unknownStreamsAreAnError(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        expect(.unknownStream) { _ = try subject.log.seen(ReadPlan(stream: bob)) }
        try subject.log.append(events(1...3), to: alice)
        expect(.unknownStream) { _ = try subject.log.cursor(for: ReadPlan(stream: bob)) }
        expect(.unknownStream) { _ = try subject.log.cursor(for: ReadPlan(range: 9...12, stream: bob)) }
        #expect(try subject.log.seen(ReadPlan(range: 9...12, stream: alice)).isEmpty)
        // Names are compared by their bytes, not by what they look like.
        try subject.log.append([event(4)], to: stream("\u{E9}"))
        expect(.unknownStream) { _ = try subject.log.cursor(for: ReadPlan(stream: stream("e\u{301}"))) }
    }

    @Test(
        "C40: a read outside the log is an error that names what is there", arguments: Implementation.allCases
    )
    func positionsOutsideTheLogAreAnError(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append(events(1...3), to: alice)
        var block = EventBlock()
        for position in [UInt64(0), 4, .max] {
            let error = expect(.outOfRange) { try subject.log.read(position, into: &block) }
            #expect(error?.position == position)
            #expect(error?.message.contains("1...3") == true)
        }
        #expect(try subject.log.seen(ReadPlan(range: 0...0)).isEmpty)
        #expect(try subject.log.seen(ReadPlan(range: 4...UInt64.max)).isEmpty)
        #expect(try subject.log.seen(ReadPlan(range: 0...UInt64.max, direction: .backward)).count == 3)
    }

    @Test(arguments: Implementation.allCases)
    func aLimitOfNothingReadsNothing(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        try subject.log.append(events(1...3), to: alice)
        #expect(try subject.log.seen(ReadPlan(limit: 0)).isEmpty)
        #expect(try subject.log.seen(ReadPlan(types: [])).isEmpty)
        #expect(try subject.log.seen(ReadPlan(direction: .backward, limit: 1)).map(\.position) == [3])
    }

    @Test(arguments: Implementation.allCases)
    func manyStreamsAreReadApart(_ implementation: Implementation) throws {
        let subject = try implementation.make()
        // Streams of more events than a page of the stream index holds, interleaved one by one.
        let streams = (0..<5).map { stream("user \($0)") }
        for number in 0..<150 {
            for (index, stream) in streams.enumerated() {
                try subject.log.append([event(number * 5 + index)], to: stream)
            }
        }
        for (index, stream) in streams.enumerated() {
            let seen = try subject.log.seen(ReadPlan(stream: stream))
            #expect(seen.map(\.revision) == (1...150).map { $0 })
            #expect(seen.map(\.position) == (0..<150).map { UInt64($0 * 5 + index + 1) })
            let middle = try subject.log.seen(ReadPlan(range: 301...400, stream: stream))
            #expect(middle == seen.filter { (301...400).contains($0.position) })
        }
    }

    // MARK: Ids

    @Test(arguments: Implementation.allCases)
    func everyIDIsFound(_ implementation: Implementation) throws {
        let clock = TestClock()
        let subject = try implementation.make(clock: clock)
        // Many events in one millisecond, then one in each.
        try subject.log.append(events(1...30), to: alice)
        try subject.log.append([event(31, id: id(1)), event(32), event(33, id: id(2))], to: bob)
        try subject.log.append(events(34...35), to: bob, key: "k")
        for number in 36...60 {
            clock.set(1_700_000_000_000 + Int64(number))
            try subject.log.append([event(number)], to: alice)
        }
        try subject.reopen()
        for seen in try subject.log.seen() {
            #expect(try subject.log.position(of: seen.id) == seen.position)
        }
        #expect(try subject.log.position(of: id(3)) == nil)
        let last = try subject.log.seen(at: 60).id
        var other = last.bytes
        other[10] ^= 1
        #expect(try subject.log.position(of: try #require(EventID(bytes: other))) == nil)
    }

    @Test(arguments: Implementation.allCases, [Int64.min, -1, 0, 1 << 48 - 1, 1 << 48, .max])
    func generatedIDsAreFoundWhateverTheClockSays(_ implementation: Implementation, _ time: Int64) throws {
        let subject = try implementation.make(clock: TestClock(time))
        let receipt = try subject.log.append(events(1...3), to: alice)
        try subject.log.append(events(4...6), to: alice)
        for (id, position) in zip(receipt.ids, receipt.positions) {
            #expect(try subject.log.position(of: id) == position)
        }
        let ids = try subject.log.seen().map(\.id)
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == 6)
    }

    @Test(arguments: Implementation.allCases)
    func generatedIDsAreUUIDsThatRise(_ implementation: Implementation) throws {
        let clock = TestClock()
        let subject = try implementation.make(clock: clock)
        var ids: [EventID] = []
        for step in [0, 0, 5, -1_000, 0, 1, 2_000, -3_000, 1] {
            clock.set(clock.reading() + Int64(step))
            ids += try subject.log.append(events(1...50), to: alice).ids
        }
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        for (id, seen) in zip(ids, try subject.log.seen()) {
            #expect(id.bytes[6] >> 4 == 7)
            #expect(id.bytes[8] >> 6 == 0b10)
            let milliseconds = id.bytes.prefix(6).reduce(Int64(0)) { $0 << 8 | Int64($1) }
            #expect(milliseconds == seen.recorded)
        }
    }

    @Test func idsAreShownAndReadAsUUIDs() throws {
        let text = "0192f0c1-2d3e-7f4a-8b5c-6d7e8f901234"
        let id = try #require(EventID(uuid: text))
        #expect(id.description == text)
        #expect(EventID(uuid: text.uppercased()) == id)
        #expect(EventID(uuid: text.filter { $0 != "-" }) == id)
        #expect(EventID(bytes: id.bytes) == id)
        for wrong in [
            "", "0192f0c12d3e-7f4a-8b5c-6d7e8f901234", text + "0", "x" + text.dropFirst(),
            "0192f0c1-2d3e-7f4a-8b5c6-d7e8f901234", "-0192f0c12d3e7f4a8b5c6d7e8f901234",
        ] {
            #expect(EventID(uuid: wrong) == nil, "\(wrong)")
        }
        #expect(EventID(bytes: [1, 2, 3]) == nil)
    }
}

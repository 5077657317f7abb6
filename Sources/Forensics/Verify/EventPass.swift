import Digest
import EventCoding
import EventLog

/// The one reading of all entries on which most checks stand.
final class EventPass {
    let identity: LogIdentity
    let head: UInt64
    private let tree: EntryTree
    /// The sizes at which roots are wanted, falling, so that the next one stands last.
    private var wanted: [UInt64]

    var records: FindingList
    var positions: FindingList
    var times: FindingList
    var schema: FindingList
    var streams: StreamCheck
    /// What follows the indexes along; nil where nobody asked for that.
    private(set) var indexes: IndexCheck?
    private(set) var ids: EventIDCheck

    /// The roots that were wanted, by size; missing where a place before has no leaf, or inside a gap.
    private(set) var roots: [UInt64: SHA256Digest] = [:]
    /// Events, and what is left of erased ones.
    private(set) var events: UInt64 = 0
    private(set) var withheld: UInt64 = 0
    private(set) var bytes: UInt64 = 0
    /// The positions that declared gaps cover.
    private(set) var gaps: UInt64 = 0
    private(set) var damages: [(positions: ClosedRange<UInt64>, reason: String)] = []
    private var types: KnownTypes
    private(set) var clockRanBack: [UInt64] = []

    private var lost = UnreadableRun()
    private var previous: EventFacts?
    /// Whether the entry before was none, so that what follows need not continue anything.
    private var isBroken = false

    init(_ identity: LogIdentity, head: UInt64, sizes: [UInt64], _ options: Verification.Options) {
        self.identity = identity
        self.head = head
        types = KnownTypes(
            versions: Dictionary(
                uniqueKeysWithValues: options.catalogue.definitions.map {
                    (Array($0.type.name.utf8), $0.version)
                }))
        tree = EntryTree(of: identity)
        wanted = Set(sizes).sorted(by: >)
        let limit = options.maxExamples
        records = FindingList(limit: limit)
        positions = FindingList(limit: limit)
        times = FindingList(limit: limit)
        schema = FindingList(limit: limit)
        streams = StreamCheck(limit: limit, holdsGaps: identity.features.holdsGaps)
        ids = EventIDCheck()
    }

    /// The names of the types that occur.
    var typeNames: Set<[UInt8]> { types.names }

    /// Whether every place had a leaf.
    var isWhole: Bool { tree.isWhole }

    /// Reads the log once, to the end that was fixed.
    ///
    /// - Parameter indexes: Follows the indexes along.
    func run(over source: any EventSource, following indexes: IndexCheck?) throws {
        self.indexes = indexes
        guard head > 0 else { return }
        try source.forEachBlock(ReadPlan(range: 1...head)) { (block: borrowing EventBlock) in
            for index in 0..<block.count { self.take(block, index) }
            return .proceed
        }
        if let run = lost.end() { records.add(run) }
        ids.finish(&positions)
    }

    private func take(_ block: borrowing EventBlock, _ index: Int) {
        tree.add(block, at: index)
        let range = block.positions(at: index)
        switch block.entry(at: index) {
        case .event(let event):
            let facts = EventFacts(event)
            take(facts)
            let stream = streams.take(facts, named: event.streamName)
            indexes?.take(facts, ofStreamAt: stream, &streams)
            check(event, facts)
            bytes += UInt64(event.bytes.count)
        case .withheld(let event):
            let facts = EventFacts(event)
            take(facts)
            let stream = streams.take(facts)
            indexes?.take(facts, ofStreamAt: stream, &streams)
            withheld += 1
            records.add(
                Finding(
                    VerifyFindings.withheld, "the content of event \(facts.position) was erased",
                    positions: range))
        case .missing(let gap, .undeclared):
            positions.add(
                Finding(VerifyFindings.missing, "nothing stands at \(Self.text(gap))", positions: gap))
            breakOff(gap, "nothing stands there")
        case .missing(let gap, let reason):
            gaps += gap.upperBound - gap.lowerBound + 1
            positions.add(
                Finding(
                    VerifyFindings.gap, "\(Self.text(gap)) hold nothing: \(reason.rawValue)", positions: gap))
            isBroken = true
        case .unreadable(let position, let why):
            if let run = lost.add(position, why.description) { records.add(run) }
            breakOff(range, why.description)
        }
        note(range.upperBound)
    }

    private func breakOff(_ range: ClosedRange<UInt64>, _ reason: String) {
        isBroken = true
        streams.breakOff()
        damages.append((range, reason))
    }

    private func note(_ size: UInt64) {
        while let next = wanted.last, next <= size {
            if next == size { roots[size] = tree.root }
            wanted.removeLast()
        }
    }

    static func text(_ range: ClosedRange<UInt64>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)..\(range.upperBound)"
    }

    // MARK: One event

    private func take(_ facts: EventFacts) {
        events += 1
        func found(_ kind: FindingKind, _ message: String) -> Finding {
            Finding(kind, message, positions: facts.position...facts.position)
        }
        if facts.logID != identity.recordLogID(at: facts.position) {
            positions.add(
                found(VerifyFindings.logID, "event \(facts.position) belongs to log \(facts.logID)"))
        }
        ids.take(facts)
        if !isBroken, let problem = batchProblem(facts) {
            positions.add(found(VerifyFindings.batch, "event \(facts.position) \(problem)"))
        }
        if let previous, facts.recorded < previous.recorded {
            times.add(
                found(
                    VerifyFindings.recordedFell,
                    "event \(facts.position) was recorded before event \(previous.position)"))
        }
        if facts.clock < facts.recorded { clockRanBack.append(facts.position) }
        previous = facts
        isBroken = false
    }

    private func batchProblem(_ facts: EventFacts) -> String? {
        guard facts.batchIndex < facts.batchSize else { return "stands outside its batch" }
        // What was taken over or renumbered keeps the batches of its first log only where it keeps all of it.
        guard identity.origin == nil else { return nil }
        guard let previous else { return facts.batchIndex == 0 ? nil : "begins in the middle of its batch" }
        if previous.batchIndex + 1 < previous.batchSize {
            let follows = facts.batchIndex == previous.batchIndex + 1 && facts.batchSize == previous.batchSize
            return follows ? nil : "does not continue the batch of event \(previous.position)"
        }
        return facts.batchIndex == 0 ? nil : "begins in the middle of its batch"
    }

    private func check(_ event: borrowing Event, _ facts: EventFacts) {
        func found(_ kind: FindingKind, _ message: String) -> Finding {
            Finding(kind, message, positions: facts.position...facts.position)
        }
        if let version = types.version(of: event.typeName) {
            if facts.schemaVersion > version {
                schema.add(
                    found(
                        VerifyFindings.newerVersion,
                        "event \(facts.position) has schema version \(facts.schemaVersion); \(version) is known"
                    ))
            }
        } else {
            schema.add(found(VerifyFindings.unknownType, "event \(facts.position) is of an unknown type"))
        }
        if !Self.isSound(event.storedPayload) {
            schema.add(found(VerifyFindings.payload, "the payload of event \(facts.position) is malformed"))
        }
    }

    private static func isSound(_ payload: Span<UInt8>) -> Bool {
        do { _ = try CBORView(validating: payload) } catch { return false }
        return true
    }
}

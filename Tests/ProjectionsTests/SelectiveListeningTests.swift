import EventCoding
import EventLog
import TestSupport
import Testing

@testable import Projections

/// Listeners that want to hear of some events only, and histories that share their beginning.
@Suite("Listening to some events")
struct SelectiveListeningTests {
    private static let alice: StreamName = {
        do { return try StreamName("alice") } catch { preconditionFailure("\(error)") }
    }()

    private static let subjects = NumbersModel.projections.flatMap { projection in
        projection.shownTables.map { StateDiff.Subject(projection, $0) }
    }

    /// Everything that a listener was told, and by whom.
    private struct Told: Hashable {
        let projection: String
        let effect: Effect
    }

    private final class Ear: SelectiveListener {
        private(set) var told: [Told] = []
        private let filters: [KeyFilter]?

        /// Wants events that touch a key; everything where there is none.
        init(_ key: RowKey? = nil, after start: UInt64 = 0) {
            var hashes = KeyHashes()
            if let key { hashes.insert(key) }
            filters = key.map { _ in
                NumbersModel.projections.map { projection in
                    KeyFilter(
                        Dictionary(uniqueKeysWithValues: projection.tables.map { ($0.id, hashes) }),
                        after: start)
                }
            }
        }

        func filter(of projection: Int) -> (any EffectFilter)? { filters?[projection] }

        func effect(_ effect: Effect, of projection: AnyProjection) {
            told.append(Told(projection: projection.name, effect: effect))
        }
    }

    private func event(_ random: inout SplitMix64) -> ProposedEvent {
        let (number, section) = (Int64(random.number(1...5)), ["a", "b", "c"][random.number(0...2)])
        return switch random.number(0...10) {
        case 0: NumbersModel.delete(section)
        case 1...3: NumbersModel.remove(number, from: section)
        case 4: NumbersModel.add(-13, to: section)
        default: NumbersModel.add(number, to: section)
        }
    }

    private func log(_ seed: UInt64, _ count: Int) throws -> MemoryLog {
        var random = SplitMix64(seed: seed)
        let log = MemoryLog(clock: { 0 })
        for _ in 0..<count { try log.append([event(&random)], to: Self.alice) }
        return log
    }

    private func listen(_ ear: Ear, to source: any EventSource) throws -> [Told] {
        _ = try Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue)
            .run(over: source, stream: Self.alice, listener: ear)
        return ear.told
    }

    @Test("who asks for a key hears all that its events did, in the same order, and of no other event")
    func keys() throws {
        let keys = [RowKey("a"), RowKey("b", "2"), RowKey("3"), RowKey("-13"), RowKey("nobody")]
        var heard = 0
        for seed in UInt64(0)..<20 {
            let log = try log(seed, 40)
            let all = try listen(Ear(), to: log)
            for key in keys {
                let start = seed % 2 == 0 ? 0 : 15
                let touched = Set(
                    all.filter { $0.effect.key == key && $0.effect.operation != .ignore }.map {
                        "\($0.projection) \($0.effect.position)"
                    })
                let expected = all.filter {
                    $0.effect.position > UInt64(start)
                        && touched.contains("\($0.projection) \($0.effect.position)")
                }
                let told = try listen(Ear(key, after: UInt64(start)), to: log)
                #expect(told == expected, "seed \(seed), key \(key)")
                heard += told.count
            }
        }
        #expect(heard > 500)
    }

    // MARK: Two histories

    private func moment(_ source: any EventSource, _ position: UInt64? = nil) -> HistoryMoment {
        HistoryMoment(of: source, at: position, stream: Self.alice)
    }

    @Test("two positions of one history differ alike, whether the events before are folded once or twice")
    func positions() throws {
        for seed in UInt64(0)..<25 {
            let log = try log(seed, 40)
            var random = SplitMix64(seed: seed &+ 1000)
            let end = UInt64(random.number(0...40))
            let start = UInt64(random.number(0...Int(end)))
            func diff(sharing shared: UInt64) throws -> StateDiff {
                try StateDiff(
                    from: moment(log, start), to: moment(log, end), of: Self.subjects,
                    catalogue: NumbersModel.catalogue, causesAfter: start, sharing: shared)
            }
            let plain = try diff(sharing: 0)
            let shared = try diff(sharing: UInt64(random.number(0...Int(start))))
            for other in [try diff(sharing: start), shared] {
                try expectSame(plain, other, "seed \(seed), \(start)..\(end)")
            }
            try expectDepartures(plain, log, end, after: start, "seed \(seed), \(start)..\(end)")
        }
    }

    @Test("a history without some events: the same differences, causes and orphans, folded once or twice")
    func hypotheses() throws {
        var orphanCount = 0
        for seed in UInt64(0)..<25 {
            let log = try log(seed, 40)
            var random = SplitMix64(seed: seed &+ 2000)
            let first = UInt64(random.number(1...40))
            let other = SelectedEvents(
                log, without: PositionSet([first...min(40, first + UInt64(random.number(0...3)))]))
            func diff(sharing shared: UInt64) throws -> StateDiff {
                try StateDiff(
                    from: moment(log), to: moment(other), of: Self.subjects,
                    catalogue: NumbersModel.catalogue, sharing: shared, orphans: Orphan.Places())
            }
            let (plain, shared) = (try diff(sharing: 0), try diff(sharing: first - 1))
            try expectSame(plain, shared, "seed \(seed), without \(first)")
            try expectDepartures(shared, other, 40, after: 0, "seed \(seed), without \(first)")
            let orphans = try orphans(log, other)
            #expect(shared.orphans == orphans, "seed \(seed), without \(first)")
            let alone = try Orphan.all(
                of: NumbersModel.projections, catalogue: NumbersModel.catalogue, real: log,
                hypothetical: other,
                stream: Self.alice, upTo: nil, sharing: first - 1)
            #expect(alone == orphans, "seed \(seed), without \(first)")
            orphanCount += orphans.count
        }
        #expect(orphanCount > 5)
    }

    private func expectSame(_ left: StateDiff, _ right: StateDiff, _ what: Comment) throws {
        #expect(left.left == right.left && left.right == right.right, what)
        #expect(left.failures == right.failures && left.incompleteness == right.incompleteness, what)
        #expect(left.orphans == right.orphans, what)
        #expect(left.parts.count == right.parts.count, what)
        for (a, b) in zip(left.parts, right.parts) {
            #expect(a.diff.entries == b.diff.entries, what)
            #expect(a.diff.movedGroups == b.diff.movedGroups && a.diff.sameCount == b.diff.sameCount, what)
        }
    }

    /// Compares the causes of rows that went with what a listener to everything says.
    private func expectDepartures(
        _ diff: StateDiff, _ source: any EventSource, _ end: UInt64, after start: UInt64, _ what: Comment
    ) throws {
        let departures = RowDepartures(after: start)
        let result = try Replay(NumbersModel.projections, catalogue: NumbersModel.catalogue)
            .run(over: source, upTo: end, stream: Self.alice, listener: departures)
        let stream = try #require(result.number(of: Self.alice))
        for part in diff.parts {
            for entry in part.diff.entries where entry.kind == .left {
                let row = try #require(entry.before)
                let expected = departures.departure(
                    of: row, in: part.subject.table, of: part.subject.projection, stream: stream)
                #expect(entry.cause == expected?.position && entry.reason == expected?.reason, what)
            }
        }
    }

    /// The orphans as the effects of both histories tell them.
    private func orphans(_ real: any EventSource, _ other: any EventSource) throws -> [Orphan] {
        struct Place: Hashable {
            let projection: String
            let position: UInt64
        }
        func ignored(_ source: any EventSource) throws -> [(place: Place, first: Told)] {
            var events: [(place: Place, first: Told)] = []
            var changed: Set<Place> = []
            for told in try listen(Ear(), to: source) {
                let place = Place(projection: told.projection, position: told.effect.position)
                if told.effect.operation != .ignore { changed.insert(place) }
                if events.last?.place != place { events.append((place, told)) }
            }
            return events.filter { !changed.contains($0.place) }
        }
        let known = Set(try ignored(real).map(\.place))
        return try ignored(other).filter { !known.contains($0.place) }.map { place, told in
            Orphan(
                position: place.position, projection: place.projection, key: told.effect.key,
                reason: told.effect.reason)
        }
    }
}

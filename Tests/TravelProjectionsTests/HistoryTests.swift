import EventCoding
import EventLog
import Foundation
import Projections
import Testing
import TravelEvents
import TravelProjections

/// Properties that hold after every event of histories made from a seed.
@Suite("Random histories")
struct HistoryTests {
    /// The folds that these histories concern, with recents short enough to evict.
    static let projections =
        ((try? Recents(limit: 3)).map { [AnyProjection($0)] } ?? []) + [AnyProjection(Visits())]
    static let unicode = "test"

    @Test("effects tell exactly what a comparison of all rows finds", arguments: 0..<10)
    func effects(batch: Int) throws {
        for seed in UInt64(batch * 20)..<UInt64(batch * 20 + 20) {
            let log = MemoryLog(clock: { 0 })
            var history = RandomHistory(seed: seed)
            for append in try history.appends(10) { try log.append(append.events, to: append.stream) }
            for projection in Self.projections {
                let violations = try EffectCheck.violations(
                    of: projection, over: log, catalogue: TravelModel.catalogue)
                #expect(violations == [], "seed \(seed), \(projection)")
            }
        }
    }

    @Test("T6, E1 rows kept inline, by catch-up and in memory agree after every append", arguments: 0..<8)
    func agreementInMemory(batch: Int) throws {
        for seed in UInt64(batch * 3)..<UInt64(batch * 3 + 3) {
            try agree(
                seed: seed, inline: MemoryLog(clock: { 0 }), behind: MemoryLog(clock: { 0 }), appends: 10)
        }
    }

    @Test("T6, E1 the same in LMDB", arguments: 100..<106)
    func agreementInLMDB(seed: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logs = try ["inline", "behind"].map { name in
            try EventLog.create(
                at: folder.appendingPathComponent(name + ".evlog").path, durability: .relaxed, clock: { 0 })
        }
        defer { for log in logs { log.close() } }
        try agree(seed: UInt64(seed), inline: logs[0], behind: logs[1], appends: 10)
    }

    /// Appends one history to two logs and compares the rows of each with a replay after every append.
    private func agree(
        seed: UInt64, inline: some EventAppender & SideStore, behind: some EventAppender & SideStore,
        appends: Int
    ) throws {
        let kept = try Self.stored(inline)
        kept.attach()
        let caught = try Self.stored(behind)
        var history = RandomHistory(seed: seed)
        for (index, append) in try history.appends(appends).enumerated() {
            try inline.append(append.events, to: append.stream)
            try behind.append(append.events, to: append.stream)
            if index % 3 != 1 { try caught.catchUp() }
            let replay = try Replay(Self.projections, catalogue: TravelModel.catalogue).run(over: inline)
            #expect(replay.isComplete, "seed \(seed)")
            let isCaughtUp = index % 3 != 1
            for fold in replay.folds {
                let stored = try kept.rows(of: fold.projection)
                #expect(stored.checkpoint == replay.position, "seed \(seed)")
                expectSame(stored.rows, fold, "inline, seed \(seed), append \(index)")
                if isCaughtUp {
                    expectSame(
                        try caught.rows(of: fold.projection).rows, fold,
                        "catch-up, seed \(seed), append \(index)")
                }
                for stream in replay.streams where index > 0 {
                    let now = try caught.currentRows(of: fold.projection, stream: stream)
                    for table in fold.projection.tables {
                        #expect(
                            now.rows.rows(stream: stream.number, table: table)
                                == fold.rows.rows(stream: stream.number, table: table),
                            "from stored, seed \(seed), append \(index)")
                    }
                }
            }
            let counts = try kept.status().map(\.rowCount)
            #expect(counts == replay.folds.map { UInt64($0.rows.count) }, "seed \(seed)")
        }
        kept.detach()
    }

    private func expectSame(_ stored: RowSet, _ fold: ReplayResult.Fold, _ what: Comment) {
        #expect(RowComparison.differences(of: fold.projection, stored, fold.rows) == [], what)
    }

    static func stored(_ log: any SideStore, sliceRows: Int = 5_000) throws -> StoredProjections {
        try StoredProjections(
            projections, catalogue: TravelModel.catalogue, store: log, unicodeVersion: unicode,
            sliceRows: sliceRows, clock: { 0 })
    }

    @Test("1.7.8 no event in one vacation changes a row of another", arguments: 0..<20)
    func vacationsApart(seed: UInt64) throws {
        let log = MemoryLog(clock: { 0 })
        var history = RandomHistory(seed: 1_000 + seed)
        for append in try history.appends(30) { try log.append(append.events, to: append.stream) }
        let listener = VacationListener(log)
        _ = try Replay([AnyProjection(Visits())], catalogue: TravelModel.catalogue).run(
            over: log, listener: listener)
        #expect(listener.count > 20)
        #expect(listener.strangers == [], "seed \(seed)")
    }

    @Test("counts equal the length of their lists after every event", arguments: 0..<5)
    func countsEqualLists(seed: UInt64) throws {
        let scenario = try Scenario(Self.projections, catalogue: TravelModel.catalogue)
        var history = RandomHistory(seed: 2_000 + seed)
        for append in try history.appends(12) {
            try scenario.given(append.events)
            let photosOfTag = try scenario.rows("tags.photos")
            for row in try scenario.rows("tags") {
                let listed = photosOfTag.filter { $0.key.prefix(2).elementsEqual(row.key) }.count
                #expect(row.columns[3] == .integer(Int64(listed)), "seed \(seed)")
            }
            let photosOfPlace = try scenario.rows("itinerary.photos")
            for row in try scenario.rows("itinerary") {
                let listed = photosOfPlace.filter { $0.key.prefix(2).elementsEqual(row.key) }.count
                #expect(row.columns[6] == .integer(Int64(listed)), "seed \(seed)")
            }
            for row in try scenario.rows("vacations") {
                let places = try scenario.rows("itinerary").filter { $0.key[0] == row.key[0] }.count
                let photos = photosOfPlace.filter { $0.key[0] == row.key[0] }.count
                let tags = try scenario.rows("tags").filter { $0.key[0] == row.key[0] }.count
                #expect(
                    row.columns.prefix(3)
                        == [.integer(Int64(places)), .integer(Int64(photos)), .integer(Int64(tags))],
                    "seed \(seed)")
            }
        }
    }

    @Test("folding twice gives the same digest, and two logs of one history agree")
    func deterministic() throws {
        for seed in UInt64(0)..<5 {
            let digests = try (0..<2).map { turn -> [RecordedDigest] in
                // Clocks and log ids differ between the two.
                let log = MemoryLog(clock: { Int64(turn) * 1_000 })
                var history = RandomHistory(seed: seed)
                for append in try history.appends(20) { try log.append(append.events, to: append.stream) }
                return try FoldCheck.digests(
                    of: Self.projections, over: log, catalogue: TravelModel.catalogue)
            }
            #expect(digests[0] == digests[1], "seed \(seed)")
        }
    }
}

/// Notes effects whose key is in another vacation than their event.
private final class VacationListener: EffectListener {
    private let log: MemoryLog
    private(set) var strangers: [String] = []
    private(set) var count = 0

    init(_ log: MemoryLog) { self.log = log }

    func effect(_ effect: Effect, of projection: AnyProjection) throws {
        var block = EventBlock()
        try log.read(effect.position, into: &block)
        guard !block.isEmpty, let event = block.event(at: 0) else { return }
        let payload = PayloadValue(event.fields).map
        let name = payload?["vacation"]?.text ?? payload?["name"]?.text ?? ""
        count += 1
        let normal = name.trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
        if !effect.key.texts[0].utf8.elementsEqual(normal.utf8) {
            strangers.append("event \(effect.position) in \(name): \(effect.key)")
        }
    }
}

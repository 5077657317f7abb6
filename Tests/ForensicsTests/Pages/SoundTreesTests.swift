import TestSupport
import Testing

@testable import Forensics

/// Two snapshots of a file share most pages, which are read once and still count as if they were read twice.
struct SoundTreesTests {
    private static let seeds: UInt64 = 12

    /// The walks over the older snapshot: with what the newest one is known to hold, and without.
    private static func walks(
        _ bytes: [UInt8]
    ) -> (newest: SnapshotWalk, aided: SnapshotWalk, alone: SnapshotWalk)? {
        let file = PageFile(bytes: bytes)
        guard let layout = file.layout, let newest = file.newest, let older = file.older else { return nil }
        var first = SnapshotWalk(file, layout, newest)
        first.run()
        var aided = SnapshotWalk(file, layout, older, known: first.sound)
        aided.run()
        var alone = SnapshotWalk(file, layout, older)
        alone.run()
        return (first, aided, alone)
    }

    private static func expectSame(_ one: SnapshotWalk, _ other: SnapshotWalk, _ what: String) {
        #expect(one.faults == other.faults, "\(what)")
        #expect(one.faultCount == other.faultCount, "\(what)")
        #expect(one.snapshot.pagesReachable == other.snapshot.pagesReachable, "\(what)")
        #expect(one.snapshot.pagesFree == other.snapshot.pagesFree, "\(what)")
        let tables = [one, other].map { walk in
            walk.snapshot.tables.map { "\($0.name) \($0.entries) \($0.isWhole)" }
        }
        #expect(tables[0] == tables[1], "\(what)")
    }

    @Test func `What the last commit left alone is not read again, and counts`() throws {
        let sample = try SampleLog.make(events: 400)
        let walks = try #require(Self.walks(sample.bytes))
        #expect(walks.newest.sound.count > 0)
        #expect(walks.aided.sound.count < walks.alone.sound.count)
        #expect(walks.alone.faults.isEmpty)
        Self.expectSame(walks.aided, walks.alone, "a sound file")
    }

    @Test(arguments: Mutation.allCases)
    func `A harmed file gives the findings that it gives when all is read`(_ mutation: Mutation) throws {
        let sample = try SampleLog.make(events: 400)
        for seed in 1...Self.seeds {
            var random = SplitMix64(seed: seed)
            let bytes = mutation.apply(to: sample.bytes, earlier: sample.earlier, &random)
            guard let walks = Self.walks(bytes) else { continue }
            Self.expectSame(walks.aided, walks.alone, "\(mutation.rawValue), seed \(seed)")
        }
    }

    @Test func `Pages that run on are remembered as one run, and a part has its own pages only`() {
        var sound = SoundTrees()
        for page in UInt64(2)...5 { sound.enter(page) }
        let mark = sound.mark()
        for page in [6, 7, 9] as [UInt64] { sound.enter(page) }
        let part = SoundTrees.Part(
            table: "t", order: .bytes, rawFlags: 0, itemSize: 0, levels: 2, level: 1, page: 6, low: nil,
            high: nil)
        sound.keep(part, TreeWalker.Census(leafPages: 3), since: mark)
        sound.enter(10)
        #expect(sound.content(of: part).map { Array(sound.pages(of: $0)) } == [6...7, 9...9])
        #expect(sound.content(of: part)?.highest == 9)
        let moved = SoundTrees.Part(
            table: "t", order: .bytes, rawFlags: 0, itemSize: 0, levels: 2, level: 1, page: 6, low: [1],
            high: nil)
        #expect(sound.content(of: moved)?.highest == nil)
    }
}

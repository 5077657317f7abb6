import EventCoding
import EventLog
import Forensics
import Platform
import TestSupport
import Testing

/// A file that is whole reads through its pages as it reads through liblmdb.
struct WholeFileTests {
    @Test func `A whole log has no findings`() throws {
        let sample = try SampleLog.make(events: 700)
        let report = ContainerCheck.run(over: PageFile(bytes: sample.bytes))
        #expect(report.findings == [])
        #expect(report.snapshots.count == 2)
        #expect(report.newest?.tables.first { $0.name == "events" }?.entries == 700)
        #expect(report.isWhole)
    }

    @Test func `Every table equals what liblmdb reads`() throws {
        let folder = try Folder()
        let sample = try SampleLog.make(events: 700)
        let path = try folder.write(sample.bytes, to: "a.evlog")
        let store = try EventLog.open(at: path, access: .readUnlocked)
        defer { store.close() }
        let pages = try ForensicLog(PageFile(path: path))
        #expect(try pages.identity() == store.identity())
        #expect(try pages.head() == store.head())
        #expect(try pages.streams() == store.streams())
        #expect(try SampleLog.records(of: pages) == sample.records)
        for table in SideTable.allCases {
            #expect(try Self.content(table, of: pages) == Self.content(table, of: store))
        }
        for direction in [ReadPlan.Direction.forward, .backward] {
            for stream in try store.streams() {
                let plan = ReadPlan(range: 100...600, stream: stream.name, direction: direction)
                #expect(try Self.positions(plan, of: pages) == Self.positions(plan, of: store))
            }
            let plan = ReadPlan(range: 33...433, types: ["bell.rung"], direction: direction, limit: 77)
            #expect(try Self.positions(plan, of: pages) == Self.positions(plan, of: store))
        }
    }

    private static func content(_ table: SideTable, of source: any SideStore) throws -> [[UInt8]] {
        var all: [[UInt8]] = []
        try source.readSide { reader in
            try reader.forEach(in: table, prefix: []) { key, value in
                all.append(copy(key))
                all.append(copy(value))
                return true
            }
        }
        return all
    }

    private static func positions(_ plan: ReadPlan, of source: any EventSource) throws -> [UInt64] {
        var all: [UInt64] = []
        try source.forEachBlock(plan) { block in
            for index in 0..<block.count { all.append(block.lastPosition(at: index)) }
            return .proceed
        }
        return all
    }

    @Test func `Nothing is lost by salvaging a whole log`() throws {
        let sample = try SampleLog.make(events: 300)
        let salvage = Salvage(of: PageFile(bytes: sample.bytes), now: 0)
        #expect(salvage.report.recovered == 300)
        #expect(salvage.report.lost == [])
        #expect(salvage.report.endIsKnown)
        #expect(salvage.report.count(.newestSnapshot) == 300)
        // The records are the same, so the tree over them is; the log is another one all the same.
        #expect(salvage.report.head == sample.head)
        let identity = try #require(salvage.recovered).identity()
        #expect(identity.origin?.traits == .salvaged)
        #expect(identity.logID != identity.origin?.logID)
    }
}

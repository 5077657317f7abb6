import EventLog
import Forensics
import Testing

/// An older state that passes itself off as the newest one.
struct RenumberedMetaTests {
    @Test func `A meta page with the number of a commit that it does not lead to is noticed`() throws {
        var bytes = try SampleLog.make(events: 20).bytes
        let metas = PageFile(bytes: bytes).metas.sorted { $0.transaction < $1.transaction }
        let older = try #require(metas.first)
        // Where the page keeps the number of its commit, in files of 64-bit machines.
        let place = older.slot * 4096 + 144
        #expect(bytes[place] == UInt8(truncatingIfNeeded: older.transaction))
        bytes[place] += 2
        let file = PageFile(bytes: bytes)
        let doubts = try ForensicLog(file).doubts
        #expect(doubts.contains { $0.kind == ContainerFindings.metaOrder })
        let findings = ContainerCheck.run(over: file).findings
        #expect(findings.contains { $0.kind == ContainerFindings.metaOrder })
    }
}

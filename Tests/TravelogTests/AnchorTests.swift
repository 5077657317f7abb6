import Anchors
import EventLog
import Foundation
import Testing
import Travelog

/// A sink in memory, as a keychain would be one.
private final class Keychain: AnchorSink, @unchecked Sendable {
    private let kept = NSLock()
    private var heads: [(log: LogID, head: KeptHead)] = []

    var count: Int { kept.withLock { heads.count } }

    func lastHead(of log: LogID) -> KeptHead? {
        kept.withLock { heads.last { $0.log == log }?.head }
    }

    func keep(_ head: KeptHead, of log: LogID) { kept.withLock { heads.append((log, head)) } }
}

@Suite("Heads kept outside the log")
struct AnchorTests {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "anchors-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func record(_ count: Int, in travelog: Travelog) throws {
        let me = try travelog.history(of: "me")
        for number in 0..<count { try me.selectMapType(number % 2 == 0 ? .satellite : .standard) }
    }

    @Test func anOlderCopyIsNoticed() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sink = Keychain()
        let path = folder + "/a.evlog"
        var travelog = try Travelog.create(at: path, options: TravelogOptions(anchors: sink))
        #expect(travelog.anchorStanding == .unknown)
        try record(3, in: travelog)
        travelog.keepAnchor()
        try travelog.copy(to: folder + "/older.evlog")
        try record(2, in: travelog)
        travelog.close()
        #expect(sink.count == 2)

        travelog = try Travelog.open(at: path, options: TravelogOptions(anchors: sink))
        if case .consistent(let head) = travelog.anchorStanding {
            #expect(head.position == 5)
        } else {
            Issue.record("\(travelog.anchorStanding)")
        }
        try travelog.checkAnchor()
        travelog.close()

        // Somebody puts the older copy in place; its id is the same until it is written to.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: folder + "/older.evlog", toPath: path)
        let older = try Travelog.open(at: path, options: TravelogOptions(access: .read, anchors: sink))
        defer { older.close() }
        guard case .behind(let head) = older.anchorStanding else {
            Issue.record("\(older.anchorStanding)")
            return
        }
        #expect(head.position == 5)
        let error = #expect(throws: TravelogError.self) { try older.checkAnchor() }
        #expect(error?.code == .rolledBack)
        older.keepAnchor()
        #expect(sink.count == 2)
    }

    @Test func headsAreHandedOutAsTheAppRuns() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let notebook = AnchorNotebook(path: folder + "/heads")
        let log = try Travelog.create(
            at: folder + "/a.evlog", options: TravelogOptions(durability: .relaxed, anchors: notebook))
        try record(1_001, in: log)
        let logID = try log.log.identity().logID
        #expect(try notebook.lastHead(of: logID)?.position == 1_000)
        #expect(try notebook.lastHead(of: .random()) == nil)
        log.close()
        #expect(try notebook.lastHead(of: logID)?.position == 1_001)
        let mode = try FileManager.default.attributesOfItem(atPath: notebook.path)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
    }
}

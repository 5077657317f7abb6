import Digest
import EventCoding
import EventLog
import Foundation
import LMDB
import Testing

@testable import Anchors
@testable import Forensics

/// Twelve attacks, and who notices: nobody's root, one that lies beside the log, one that is kept elsewhere.
///
/// An attacker who can write beside the log can put an older checkpoint there, but cannot sign a new one.
@Suite("Attacks on a log")
struct AttackTests {
    private let folder: AttackFolder
    private let original: AttackLog
    private let key: SigningKey

    init() throws {
        folder = try AttackFolder()
        original = try AttackLog.sample()
        key = try SigningKey(named: "alice.example")
    }

    // MARK: Asking

    private func verify(
        _ log: any EventSource & SideStore, _ notes: [SignedNote] = [], keys: [VerifierKey]? = nil
    ) throws -> Verification {
        var options = Verification.Options(catalogue: try EventCatalogue([]))
        for note in notes {
            let signers = try note.signers(among: keys ?? [key.verifier]).map(\.name)
            let checkpoint = try Checkpoint(parsing: note.text)
            options.anchors.append(
                Anchor(
                    size: checkpoint.size, root: checkpoint.root, logID: checkpoint.logID, signers: signers))
        }
        return try Verification.run(over: log, options)
    }

    private func sign(_ log: any EventSource, with key: SigningKey? = nil) throws -> SignedNote {
        let head = try log.head()
        let key = key ?? self.key
        let checkpoint = Checkpoint(
            of: try log.identity().logID, by: key.verifier.name, size: head.position, root: head.root)
        return SignedNote(checkpoint.text, signedBy: key)
    }

    private func isNoticed(_ log: any EventSource & SideStore, _ notes: SignedNote...) throws -> Bool {
        try verify(log, notes).hasFailed
    }

    private func kinds(_ verification: Verification) -> Set<FindingKind> {
        // No type is known here, which is no part of the matter.
        Set(verification.results.flatMap(\.findings).map(\.kind)).subtracting([VerifyFindings.unknownType])
    }

    /// The log in a file, changed behind its back, and then opened for reading.
    private func stored(_ change: (String) throws -> Void) throws -> EventLog {
        let path = folder.file("a.evlog")
        try original.write(to: path)
        try change(path)
        return try EventLog.open(at: path, access: .read)
    }

    private func changed() throws -> AttackLog {
        var other = original
        other.events[9].subject = "another"
        return other
    }

    // MARK: The table

    @Test func theUntouchedLogRaisesNoAlarm() throws {
        let log = try stored { _ in }
        defer { log.close() }
        let verification = try verify(log, [try sign(log)])
        #expect(!verification.hasFailed, "\(kinds(verification))")
        #expect(verification.proved == 24)
        #expect(verification.provedBy?.signers == ["alice.example"])
        #expect(try verify(log).proved == nil)
    }

    @Test func bitRot() throws {
        let log = try stored { try AttackLog.flip(10, byte: 150, in: $0) }
        defer { log.close() }
        let verification = try verify(log)
        #expect(kinds(verification).isSuperset(of: [VerifyFindings.unreadable, VerifyFindings.noRoot]))
        let damage = try #require(verification.damages.first)
        #expect(damage.positions == 10...10 && damage.previous == 9 && damage.next == 11)
        #expect(try isNoticed(log, try sign(try original.rehashed())))
    }

    @Test func editWithoutRehash() throws {
        // The record's own checksum does not fit.
        let rough = try stored { try AttackLog.flip(10, byte: 120, in: $0) }
        #expect(try kinds(verify(rough)).contains(VerifyFindings.unreadable))
        rough.close()
        try FileManager.default.removeItem(atPath: folder.file("a.evlog"))
        // The record is sound, the tree knows another one.
        let other = try changed()
        let careful = try stored { try AttackLog.plant(other, in: $0) }
        defer { careful.close() }
        #expect(try kinds(verify(careful)) == [VerifyFindings.root])
    }

    @Test func editWithRehash() throws {
        let log = try changed().rehashed()
        #expect(try !isNoticed(log))
        let beside = try sign(try original.rehashed())
        #expect(try isNoticed(log, beside))
        #expect(try kinds(verify(log, [beside])) == [VerifyFindings.contradiction])
        // Whoever rewrote the log has no key: what is signed anew is not believed.
        let forged = try sign(log, with: try SigningKey(named: "alice.example"))
        #expect(throws: AnchorError.self) { try verify(log, [forged]) }
    }

    private func expectNoticed(_ other: AttackLog, _ what: Comment) throws {
        let rough = try stored { try AttackLog.plant(other, in: $0) }
        #expect(try isNoticed(rough), what)
        rough.close()
        let careful = try other.rehashed()
        #expect(try !isNoticed(careful), what)
        #expect(try isNoticed(careful, try sign(try original.rehashed())), what)
    }

    @Test func reorder() throws {
        var events = original.events
        events.swapAt(7, 8)
        try expectNoticed(original.with(events), "two events changed places")
    }

    @Test func insert() throws {
        var events = original.events
        var extra = events[7]
        extra.kept.id = try #require(EventID(bytes: [UInt8](repeating: 9, count: 16)))
        events.insert(extra, at: 8)
        try expectNoticed(original.with(events), "an event was put in")
    }

    @Test func drop() throws {
        var events = original.events
        events.remove(at: 7)
        try expectNoticed(original.with(events), "an event was taken out")
        try FileManager.default.removeItem(atPath: folder.file("a.evlog"))
        let hole = try stored { path in
            try AttackLog.change(path, "events") {
                (transaction: inout WriteTransaction, table) throws(LMDBError) in
                _ = try transaction.delete(AttackLog.key(8).span, in: table)
            }
        }
        defer { hole.close() }
        #expect(try kinds(verify(hole)).contains(VerifyFindings.missing))
    }

    @Test func cutTheTail() throws {
        let log = try original.with(Array(original.events.prefix(20))).rehashed()
        let older = try sign(try original.with(Array(original.events.prefix(18))).rehashed())
        let newest = try sign(try original.rehashed())
        #expect(try !isNoticed(log))
        #expect(try verify(log).proved == nil)
        // The file beside the log: unless that was cut too.
        #expect(try kinds(verify(log, [newest])) == [VerifyFindings.lostTail])
        #expect(try !isNoticed(log, older))
        #expect(try isNoticed(log, older, newest))
    }

    @Test func restoreAnOlderCopyOfEverything() throws {
        let log = try original.with(Array(original.events.prefix(20))).rehashed()
        let besideThen = try sign(log)
        #expect(try !isNoticed(log))
        #expect(try !isNoticed(log, besideThen))
        #expect(try isNoticed(log, try sign(try original.rehashed())))
    }

    @Test func twoHistoriesShownToTwoPeople() throws {
        let begin = Array(original.events.prefix(20))
        let one = try original.with(begin).rehashed()
        let other = try original.with(begin).rehashed()
        var (left, right) = (original, try changed())
        left.events = original.events
        right.events =
            Array(begin)
            + original.events.suffix(4).map { event in
                var event = event
                event.subject = "told to the other"
                return event
            }
        let (shownToOne, shownToOther) = (try left.rehashed(), try right.rehashed())
        #expect(try !isNoticed(shownToOne) && !isNoticed(shownToOther))
        // Each agrees with its own checkpoint, and with the other's at no size after the common part.
        #expect(try !isNoticed(shownToOne, try sign(shownToOne)))
        #expect(try isNoticed(shownToOne, try sign(shownToOther)))
        #expect(try !isNoticed(shownToOther, try sign(one), try sign(other)))
    }

    @Test func recordOfAnotherUsersLog() throws {
        let stranger = try AttackLog.sample()
        var other = original
        var foreign = stranger.events[9]
        foreign.kept.revision = original.events[9].kept.revision
        other.events[9] = foreign
        // The log id is under the leaf and in every record, so no anchor is needed.
        #expect(try kinds(verify(try other.rehashed())).contains(VerifyFindings.logID))
        #expect(try isNoticed(try other.rehashed(), try sign(try original.rehashed())))
        // A whole log in another one's place has an id of its own.
        let whole = try stranger.rehashed()
        #expect(try kinds(verify(whole, [try sign(try original.rehashed())])) == [VerifyFindings.otherLog])
    }

    @Test func aThiefHasTheKey() throws {
        let log = try changed().rehashed()
        let signedByThief = try sign(log)
        #expect(try !isNoticed(log, signedByThief))
        #expect(try isNoticed(log, try sign(try original.rehashed())))
    }

    /// No anchor shows it; reading every index the way the application does it.
    @Test(arguments: ["streams", "streamIndex", "ids"])
    func anIndexDisagrees(table: String) throws {
        let path = folder.file("a.evlog")
        try original.write(to: path)
        let anchor = try sign(try original.rehashed())
        try AttackLog.change(path, table) { (transaction: inout WriteTransaction, table) throws(LMDBError) in
            var changes: [(key: [UInt8], value: [UInt8])] = []
            do {
                var cursor = try transaction.cursor(in: table)
                while let entry = try cursor.next() {
                    var value = entry.value.indices.map { entry.value[$0] }
                    value[value.count == 12 ? 4 : 0] ^= 3
                    changes.append((entry.key.indices.map { entry.key[$0] }, value))
                }
            }
            for change in changes.prefix(1) {
                try transaction.put(change.value.span, for: change.key.span, in: table)
            }
        }
        let log = try EventLog.open(at: path, access: .read)
        defer { log.close() }
        let pages = try ForensicLog(PageFile(path: path))
        for source: any EventSource & SideStore in [log, pages] {
            let verification = try verify(source, [anchor])
            #expect(verification.result(of: .indexes)?.outcome == .fail, "\(table)")
            #expect(verification.result(of: .tree)?.outcome == .ok)
            #expect(verification.result(of: .anchor)?.outcome == .ok)
        }
        guard table == "streamIndex" else { return }
        try expectStreamsWithoutTheirIndex(pages)
    }

    /// Through its pages a stream is read whole all the same, in both directions: the events tell what it holds.
    private func expectStreamsWithoutTheirIndex(_ pages: ForensicLog) throws {
        func positions(_ plan: ReadPlan, of stream: UInt32? = nil) throws -> [UInt64] {
            var found: [UInt64] = []
            try pages.forEachBlock(plan) { (block: borrowing EventBlock) in
                for index in 0..<block.count {
                    guard let event = block.event(at: index) else { continue }
                    if stream == nil || event.streamNumber == stream { found.append(event.position) }
                }
                return .proceed
            }
            return found
        }
        for stream in try pages.streams() {
            let all = try positions(ReadPlan(), of: stream.number)
            #expect(try positions(ReadPlan(stream: stream.name)) == all)
            let backward = try positions(ReadPlan(stream: stream.name, direction: .backward))
            #expect(backward == all.reversed())
        }
    }
}

import Digest
import Foundation
import LMDB
import TestSupport
import Testing

@testable import EventLog

/// Opening never creates, and says what is wrong with what it finds.
@Suite struct OpeningTests {
    private static func expectRefusal(
        _ scratch: Scratch, _ name: String, _ code: LogError.Code,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let names = scratch.names
        for access in [EventLog.Access.write, .read, .readUnlocked] {
            let error = expect(code, sourceLocation: sourceLocation) {
                _ = try EventLog.open(at: scratch.path(name), access: access)
            }
            #expect(error?.path == scratch.path(name), sourceLocation: sourceLocation)
        }
        #expect(scratch.names == names, "nothing is left behind", sourceLocation: sourceLocation)
    }

    @Test func whatIsNoLogIsRefusedByItsOwnCode() throws {
        let scratch = try Scratch()
        Self.expectRefusal(scratch, "missing", .missing)
        Self.expectRefusal(scratch, "missing/deeper", .missing)
        _ = try scratch.write([], to: "empty")
        Self.expectRefusal(scratch, "empty", .notALog)
        var random = SplitMix64(seed: 1)
        _ = try scratch.write(
            (0..<20_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }, to: "garbage")
        Self.expectRefusal(scratch, "garbage", .notALog)
        _ = try scratch.write(
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + [UInt8](repeating: 0, count: 9_000), to: "png")
        Self.expectRefusal(scratch, "png", .notALog)
        _ = try scratch.write(
            Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 9_000), to: "sqlite")
        Self.expectRefusal(scratch, "sqlite", .notALog)
        _ = try scratch.write(Array("{\"type\":\"photo.viewed\"}\n".utf8), to: "ndjson")
        Self.expectRefusal(scratch, "ndjson", .notALog)
        try FileManager.default.createDirectory(
            atPath: scratch.path("folder"), withIntermediateDirectories: false)
        Self.expectRefusal(scratch, "folder", .notALog)
        try FileManager.default.createDirectory(
            atPath: scratch.path("odd/data.mdb"), withIntermediateDirectories: true)
        Self.expectRefusal(scratch, "odd", .notALog)
        try unsafe #require(mkfifo(scratch.path("pipe"), 0o600) == 0)
        Self.expectRefusal(scratch, "pipe", .notALog)
    }

    @Test func anLMDBFileOfAnotherKindIsRefused() throws {
        let scratch = try Scratch()
        for (name, tables) in [("none", []), ("other", ["events", "people"]), ("bare", LogTables.names)] {
            let environment = try Environment(path: scratch.path(name), options: .init(access: .create))
            _ = try environment.openTables(tables, create: true)
            environment.close()
            Self.expectRefusal(scratch, name, .notALog)
        }
    }

    @Test func aCutFileIsRefused() throws {
        let scratch = try Scratch()
        try EventLog.create(at: scratch.path()).close()
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: scratch.path())))
        _ = try scratch.write(Array(bytes.prefix(5_000)), to: "cut")
        Self.expectRefusal(scratch, "cut", .notALog)
    }

    // MARK: Identity and head

    /// A log whose identity record `change` has had in its hands.
    private static func log(
        _ scratch: Scratch, _ name: String, _ change: (inout LogIdentity) -> Void
    ) throws -> String {
        let log = try EventLog.create(at: scratch.path(name))
        try log.append(events(1...3), to: alice)
        var identity = try log.identity()
        log.close()
        change(&identity)
        try Surgery.put(identity.encoded, for: LogTables.MetaKey.identity, in: "meta", of: scratch.path(name))
        return scratch.path(name)
    }

    @Test func aNewerFormatIsRefusedByItsNumber() throws {
        let scratch = try Scratch()
        let path = try Self.log(scratch, "newer") { $0.format = 7 }
        for access in [EventLog.Access.write, .read, .readUnlocked] {
            let error = expect(.unsupportedFormat) { _ = try EventLog.open(at: path, access: access) }
            #expect(error?.message.contains("7") == true)
            #expect(error?.path == path)
        }
    }

    @Test func unknownFeaturesAreRefusedByName() throws {
        let scratch = try Scratch()
        let incompatible = try Self.log(scratch, "a") { $0.features.incompatible = 1 << 41 }
        let error = expect(.unsupportedFeature) { _ = try EventLog.open(at: incompatible, access: .read) }
        #expect(error?.message.contains("41") == true)
        #expect(error?.path == incompatible)

        let readOnly = try Self.log(scratch, "b") { $0.features.readOnly = 1 << 9 }
        let refused = expect(.unsupportedFeature) { _ = try EventLog.open(at: readOnly) }
        #expect(refused?.message.contains("9") == true)
        let reader = try EventLog.open(at: readOnly, access: .read)
        #expect(try reader.seen().count == 3)
        reader.close()

        let compatible = try Self.log(scratch, "c") { $0.features.compatible = .max }
        let writer = try EventLog.open(at: compatible)
        try writer.append([event(4)], to: alice)
        #expect(try writer.identity().features.compatible == .max)
    }

    @Test func damagedRecordsOfTheLogAreNamed() throws {
        let scratch = try Scratch()
        let path = try Self.log(scratch, "log") { _ in }
        for (key, bytes) in [
            (LogTables.MetaKey.head, try Surgery.value(LogTables.MetaKey.head, in: "meta", of: path)),
            (LogTables.MetaKey.identity, try Surgery.value(LogTables.MetaKey.identity, in: "meta", of: path)),
        ] {
            for bit in stride(from: 0, to: bytes.count * 8, by: 7) {
                var bad = bytes
                bad[bit / 8] ^= 1 << UInt8(bit % 8)
                try Surgery.put(bad, for: key, in: "meta", of: path)
                expect(.damaged) {
                    let log = try EventLog.open(at: path)
                    defer { log.close() }
                    _ = try log.head()
                }
            }
            for length in [0, 7, 8, 9, bytes.count - 1] {
                try Surgery.put(Array(bytes.prefix(length)), for: key, in: "meta", of: path)
                expect(.damaged) {
                    let log = try EventLog.open(at: path)
                    defer { log.close() }
                    _ = try log.head()
                }
            }
            try Surgery.put(bytes, for: key, in: "meta", of: path)
        }
        let log = try EventLog.open(at: path)
        #expect(try log.head().position == 3)
    }

    // MARK: Accesses

    @Test func oneProcessOpensALogOnce() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link"), withDestinationPath: scratch.path())
        for name in ["test.evlog", "link"] {
            expect(.busy) { _ = try EventLog.open(at: scratch.path(name), access: .read) }
        }
        try log.append([event(1)], to: alice)
        log.close()
        let again = try EventLog.open(at: scratch.path("link"))
        #expect(try again.head().position == 1)
        #expect(scratch.names == ["link", "test.evlog", "test.evlog-lock"])
    }

    @Test func aReaderCannotAppend() throws {
        let scratch = try Scratch()
        let path = try Self.log(scratch, "log") { _ in }
        for access in [EventLog.Access.read, .readUnlocked] {
            let log = try EventLog.open(at: path, access: access)
            defer { log.close() }
            expect(.readOnly) { try log.append([event(4)], to: alice) }
            expect(.readOnly) { _ = try log.changeSide { _ in ([], 0) } }
            #expect(try log.seen().count == 3)
        }
    }

    @Test("C43: reading without a lock changes no byte")
    func readingWithoutALockChangesNothing() throws {
        let scratch = try Scratch()
        let path = try Self.log(scratch, "log") { _ in }
        try FileManager.default.removeItem(atPath: path + "-lock")
        let before = FileManager.default.contents(atPath: path)
        let log = try EventLog.open(at: path, access: .readUnlocked)
        #expect(try log.seen().count == 3)
        #expect(try log.seen(ReadPlan(stream: alice, direction: .backward)).count == 3)
        log.close()
        #expect(scratch.names == ["log"])
        #expect(FileManager.default.contents(atPath: path) == before)
    }

    @Test func aClosedLogSaysSo() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path())
        try log.append([event(1)], to: alice)
        let follower = try log.follow(after: 0)
        log.close()
        log.close()
        var block = EventBlock()
        var cursor = PlanWalk.cursor(for: ReadPlan(), bounds: 1...1)
        expect(.closed) { _ = try log.head() }
        expect(.closed) { _ = try log.identity() }
        expect(.closed) { _ = try log.streams() }
        expect(.closed) { _ = try log.seen() }
        expect(.closed) { try log.fill(&block, from: ReadPlan(), at: &cursor) }
        expect(.closed) { try log.append([event(2)], to: alice) }
        expect(.closed) { _ = try follower.next(into: &block, waiting: 5_000) }
        expect(.closed) { try log.copy(to: scratch.path("copy")) }
        expect(.closed) { _ = try log.storage() }
        expect(.closed) { _ = try log.readSide { _ in 0 } }
        #expect(scratch.names == ["test.evlog", "test.evlog-lock"])
        let again = try EventLog.open(at: scratch.path())
        #expect(try again.head().position == 1)
    }
}

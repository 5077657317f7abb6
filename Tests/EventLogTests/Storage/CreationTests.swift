import EventLog
import Foundation
import Testing

/// Creating never overwrites, and leaves nothing behind when it fails.
@Suite struct CreationTests {
    @Test func aNewLogIsEmptyAndPrivate() throws {
        let scratch = try Scratch()
        let log = try EventLog.create(at: scratch.path(), clock: TestClock(77).reading)
        defer { log.close() }
        #expect(try log.head().position == 0)
        let identity = try log.identity()
        #expect(identity.format == LogIdentity.currentFormat)
        #expect(identity.base == 0)
        #expect(identity.created == 77)
        #expect(identity.epochs.count == 1)
        #expect(identity.epochs[0].firstPosition == 1)
        #expect(scratch.names == ["test.evlog", "test.evlog-lock"])
        for name in scratch.names {
            let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test func twoLogsHaveTwoIDs() throws {
        let scratch = try Scratch()
        let first = try EventLog.create(at: scratch.path("a"))
        let second = try EventLog.create(at: scratch.path("b"))
        #expect(try first.identity().logID != second.identity().logID)
    }

    @Test func creatingNeverOverwrites() throws {
        let scratch = try Scratch()
        _ = try scratch.write(Array("precious".utf8), to: "file")
        _ = try scratch.write([], to: "empty")
        try FileManager.default.createDirectory(
            atPath: scratch.path("folder"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("dangling"), withDestinationPath: scratch.path("nowhere"))
        let log = try EventLog.create(at: scratch.path("log"))
        try log.append([event(1)], to: alice)
        let names = scratch.names
        for name in ["file", "empty", "folder", "dangling", "log"] {
            let error = expect(.exists) { _ = try EventLog.create(at: scratch.path(name)) }
            #expect(error?.path == scratch.path(name))
        }
        #expect(scratch.names == names)
        #expect(try log.head().position == 1)
        #expect(FileManager.default.contents(atPath: scratch.path("file")) == Data("precious".utf8))
    }

    @Test func aFailureLeavesNothingBehind() throws {
        let scratch = try Scratch()
        let error = expect(.missing) { _ = try EventLog.create(at: scratch.path("no/such/folder.evlog")) }
        #expect(error?.path == scratch.path("no/such/folder.evlog"))
        let tooLong = String(repeating: "n", count: 300)
        expect(.inputOutput) { _ = try EventLog.create(at: scratch.path(tooLong)) }
        #expect(scratch.names.isEmpty)
    }

    @Test func aNameMayBeAsLongAsTheSystemAllows() throws {
        let scratch = try Scratch()
        // 255 bytes less those of "-lock".
        let name = String(repeating: "n", count: 250)
        let log = try EventLog.create(at: scratch.path(name))
        try log.append([event(1)], to: alice)
        try log.copy(to: scratch.path(String(repeating: "m", count: 255)))
        log.close()
        #expect(scratch.names.count == 3)
    }

    @Test func aLogMayLieInAFolderOfItsOwn() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.path("log"), withIntermediateDirectories: false)
        let log = try EventLog.create(at: scratch.path("log/data.mdb"))
        try log.append([event(1)], to: alice)
        log.close()
        for name in ["log", "log/data.mdb"] {
            let log = try EventLog.open(at: scratch.path(name))
            #expect(try log.head().position == 1)
            log.close()
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.path("log")).sorted()
                == ["data.mdb", "lock.mdb"])
    }
}

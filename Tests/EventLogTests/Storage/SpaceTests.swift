import EventCoding
import Foundation
import Platform
import Testing

@testable import EventLog

/// The map grows by itself, readers hold no pages, and a full disk is an error and no more.
@Suite(.timeLimit(.minutes(10))) struct SpaceTests {
    private static let small = 1 << 16

    @Test("C45: the map grows by itself, and appending goes on")
    func theMapGrowsByItself() throws {
        let scratch = try Scratch()
        try EventLog.create(at: scratch.path()).close()
        let log = try EventLog.open(
            at: scratch.path(), access: .write, durability: .relaxed, clock: nil, mapSize: Self.small)
        for number in 0..<40 {
            try log.append(events(number * 100...number * 100 + 99), to: stream("\(number)"))
        }
        let text = PayloadValue.text(String(repeating: "x", count: 1_000_000)).cbor
        let large = ProposedEvent(type: viewed, payload: text)
        try log.append([ProposedEvent](repeating: large, count: 20), to: alice, key: "large")
        #expect(try expectWhole(log).position == 4_020)
        let storage = try log.storage()
        #expect(storage.usedPages * storage.pageBytes > 20_000_000)
        #expect(
            try log.append([ProposedEvent](repeating: large, count: 20), to: alice, key: "large").isRepeat)
    }

    @Test("C45: growth by another process is adopted")
    func growthOfAnotherProcessIsAdopted() throws {
        let scratch = try Scratch()
        try EventLog.create(at: scratch.path()).close()
        let log = try EventLog.open(
            at: scratch.path(), access: .write, durability: .relaxed, clock: nil, mapSize: Self.small)
        try log.append([event(1)], to: alice)
        let worker = try Worker("append", scratch.path(), "bob", "3000", "100", "1")
        #expect(worker.wait() == 0)
        #expect(try log.head().position == 3_001)
        try log.append([event(2)], to: alice, expecting: .revision(1))
        #expect(try expectWhole(log).position == 3_002)
    }

    @Test("C46: a slow or a long reader holds no pages")
    func aSlowConsumerHoldsNoPages() throws {
        let scratch = try Scratch()
        func pages(_ name: String, _ body: (EventLog) throws -> Void) throws -> Int {
            let log = try EventLog.create(at: scratch.path(name), durability: .relaxed)
            defer { log.close() }
            try log.append(events(1...2_500), to: alice)
            try body(log)
            return try log.storage().usedPages
        }
        @Sendable func write(_ log: EventLog) throws {
            for number in 0..<300 { try log.append([event(number)], to: bob) }
        }
        let alone = try pages("alone") { try write($0) }
        let beside = try pages("beside") { log in
            var slices = 0
            try log.forEachBlock { _ in
                slices += 1
                #expect(try log.storage().readersInUse == 0)
                if slices == 1 { try write(log) }
                return .proceed
            }
            let follower = try log.follow(after: 0)
            var block = EventBlock()
            while try follower.next(into: &block, waiting: 0) {}
            #expect(try log.storage().readersInUse == 0)
        }
        #expect(beside <= alone + 2, "\(beside) pages beside a reader, \(alone) without")
        // The control: a view that is held does cost pages.
        let held = try pages("held") { log in
            try log.readSide { _ in
                let writer = try OSThread.start(name: "writer") { try? write(log) }
                writer.join()
            }
        }
        #expect(held > alone * 2, "\(held) pages beside a view that is held, \(alone) without")
    }

    @Test(.enabled(if: TinyDisk.isAvailable, "mounting a file system needs the superuser"))
    func aFullDiskIsAnErrorAndTheLogGoesOn() throws {
        let disk = try TinyDisk(kilobytes: 600)
        let path = disk.path("log.evlog")
        let ballast = disk.path("ballast")
        try Data(count: 100_000).write(to: URL(fileURLWithPath: ballast))
        let log = try EventLog.create(at: path)
        var acknowledged: UInt64 = 0
        let error = expect(.storageFull) {
            while acknowledged < 1_000_000 {
                acknowledged = try log.append(events(1...20), to: alice).head
            }
        }
        #expect(error?.path != nil)
        #expect(acknowledged > 100)
        #expect(try expectWhole(log).position == acknowledged)
        expect(.storageFull) { try log.copy(to: disk.path("copy")) }
        expect(.storageFull) { _ = try EventLog.create(at: disk.path("new")) }
        #expect(try Files.entries(of: disk.folder).sorted() == ["ballast", "log.evlog", "log.evlog-lock"])
        try Files.unlink(ballast)
        let receipt = try log.append(events(1...20), to: alice)
        #expect(receipt.positions.first == acknowledged + 1)
        log.close()
        let again = try EventLog.open(at: path)
        defer { again.close() }
        #expect(try expectWhole(again).position == acknowledged + 20)
    }
}

/// A small file system in memory, mounted for one test.
final class TinyDisk {
    let folder: String

    static var isAvailable: Bool { (try? TinyDisk(kilobytes: 64)) != nil }

    init(kilobytes: Int) throws {
        folder = NSTemporaryDirectory() + "event-log-disk-" + UUID().uuidString
        try Files.makeDirectory(folder)
        do {
            let status = try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder)
            guard status == 0 else { throw CocoaError(.fileWriteNoPermission) }
        } catch {
            try? Files.removeDirectory(folder)
            throw error
        }
    }

    deinit {
        _ = try? Self.run("umount", "-l", folder)
        try? Files.removeDirectory(folder)
    }

    func path(_ name: String) -> String { folder + "/" + name }

    private static func run(_ arguments: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

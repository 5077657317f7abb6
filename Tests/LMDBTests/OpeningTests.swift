import Foundation
import Testing

@testable import LMDB

@Suite struct OpeningTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func write(_ bytes: [UInt8], to name: String = "log.mdb") throws {
        try Data(bytes).write(to: URL(filePath: scratch.path(name)))
    }

    // MARK: Creating and opening are different acts

    @Test func creatingRefusesAFileThatExists() throws {
        try scratch.create().close()
        #expect(storeError { _ = try scratch.create() }?.code == .exists)
        try scratch.open().close()
        try write([], to: "empty.mdb")
        let error = storeError {
            _ = try Environment(path: scratch.path("empty.mdb"), options: .init(access: .create))
        }
        #expect(error?.code == .exists)
        #expect(try scratch.names() == ["empty.mdb", "log.mdb", "log.mdb-lock"])
    }

    @Test(arguments: [true, false])
    func openingNeverMakesAFile(isReadOnly: Bool) throws {
        let options = Environment.Options(access: .open, isReadOnly: isReadOnly)
        let error = storeError { _ = try scratch.open(options) }
        #expect(error?.code == .missing)
        #expect(error?.systemError == ENOENT)
        #expect(try scratch.names() == [])
    }

    @Test(arguments: [true, false])
    func anEmptyFileIsRefusedAndLeftAsItIs(isReadOnly: Bool) throws {
        try write([])
        let options = Environment.Options(access: .open, isReadOnly: isReadOnly)
        #expect(storeError { _ = try scratch.open(options) }?.code == .notALog)
        #expect(try scratch.names() == ["log.mdb"])
        #expect(try Data(contentsOf: URL(filePath: scratch.path())).isEmpty)
    }

    @Test func aDirectoryIsRefused() throws {
        try FileManager.default.createDirectory(atPath: scratch.path(), withIntermediateDirectories: false)
        #expect(storeError { _ = try scratch.open() }?.code == .notALog)
    }

    @Test func garbageIsRefusedAndNoLockFileLeft() throws {
        let words = Array("not a database at all, but long enough to look at".utf8)
        try write(words + [UInt8](repeating: 1, count: 9_000))
        #expect(storeError { _ = try scratch.open() }?.code == .invalid)
        #expect(try scratch.names() == ["log.mdb"])
    }

    /// What the first page can say, with offsets of a 64-bit file.
    @Test func headersAreJudgedBeforeTheLibraryIs() throws {
        try scratch.create().close()
        let sound = [UInt8](try Data(contentsOf: URL(filePath: scratch.path())).prefix(64))
        func judge(_ change: (inout [UInt8]) -> Void, size: Int = 8_192) -> (LMDBError.Code, String)? {
            var bytes = sound
            change(&bytes)
            return FileHeader.refusal(of: bytes, size: size)
        }
        #expect(judge { _ in } == nil)
        #expect(judge { $0[20] = 2 }?.0 == .versionMismatch)
        #expect(judge { $0[16...19].reverse() }?.1.contains("byte order") == true)
        #expect(judge { $0.removeFirst(4) }?.1.contains("word size") == true)
        let later = judge { $0.insert(contentsOf: [UInt8](repeating: 0, count: 8), at: 0) }
        #expect(later?.1.contains("later") == true)
        #expect(judge { $0[40] = 1 }?.1.contains("page size") == true)
        #expect(judge { $0.removeLast(30) }?.1.contains("cut off") == true)
        #expect(judge({ _ in }, size: 8_191)?.1.contains("second page") == true)
    }

    @Test func aFailedCreationLeavesNothing() throws {
        let path = scratch.path("none/log.mdb")
        let error = storeError { _ = try Environment(path: path, options: .init(access: .create)) }
        #expect(error?.code == .missing)
        #expect(try scratch.names() == [])
    }

    @Test func aDirectoryLayoutWorksAsWell() throws {
        let options = Environment.Options(access: .create, layout: .directory)
        let environment = try scratch.create(options)
        try environment.put([1], for: [1], in: environment.testTable())
        environment.close()
        #expect(try scratch.mode("log.mdb") == 0o700)
        #expect(try scratch.mode("log.mdb/data.mdb") == 0o600)
        let again = try scratch.open(.init(access: .open, layout: .directory))
        #expect(try again.get([1], in: again.testTable()) == [1])
        #expect(storeError { _ = try scratch.create(options) }?.code == .exists)
    }

    // MARK: Once per process

    @Test func aFileOpensOncePerProcess() throws {
        let environment = try scratch.create()
        #expect(storeError { _ = try scratch.open() }?.code == .alreadyOpen)
        let reader = Environment.Options(access: .open, isReadOnly: true)
        #expect(storeError { _ = try scratch.open(reader) }?.code == .alreadyOpen)
        for name in ["symbolic.mdb", "hard.mdb"] {
            if name == "hard.mdb" {
                try FileManager.default.linkItem(atPath: scratch.path(), toPath: scratch.path(name))
            } else {
                try FileManager.default.createSymbolicLink(
                    atPath: scratch.path(name), withDestinationPath: scratch.path())
            }
            let error = storeError {
                _ = try Environment(path: scratch.path(name), options: .init(access: .open))
            }
            #expect(error?.code == .alreadyOpen)
        }
        environment.close()
        #expect(try scratch.open().fileIdentity == environment.fileIdentity)
    }

    /// A file that is removed while it is open gives its inode to the next one as soon as it is closed.
    @Test func aReusedInodeIsNotTakenForAnOpenFile() throws {
        let group = DispatchGroup()
        for number in 0..<4 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                let path = scratch.path("\(number).mdb")
                for _ in 0..<40 {
                    do {
                        let environment = try Environment(path: path, options: .init(access: .create))
                        unsafe unlink(path)
                        unsafe unlink(path + "-lock")
                        environment.close()
                    } catch { Issue.record(error) }
                }
            }
        }
        group.wait()
    }

    @Test func forgettingAnEnvironmentClosesIt() throws {
        do {
            _ = try scratch.create()
        }
        #expect(try scratch.open().path == scratch.path())
    }

    @Test func aRefusedFileIsNotRemembered() throws {
        try write(Array(repeating: 7, count: 9_000))
        #expect(storeError { _ = try scratch.open() }?.code == .invalid)
        #expect(storeError { _ = try scratch.open() }?.code == .invalid)
    }

    @Test func symbolicLinksShareOneLockFile() throws {
        try scratch.create().close()
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("link.mdb"), withDestinationPath: scratch.path())
        let environment = try Environment(path: scratch.path("link.mdb"), options: .init(access: .open))
        #expect(environment.path == scratch.path("link.mdb"))
        #expect(try scratch.names() == ["link.mdb", "log.mdb", "log.mdb-lock"])
    }

    // MARK: Modes, descriptors, file systems

    @Test(arguments: [0o000, 0o277, 0o777])
    func newFilesAreForTheirOwnerOnly(mask: Int) async {
        await #expect(processExitsWith: .success) { [mask = mask as Int] in
            let scratch = try Scratch()
            umask(mode_t(mask))
            let environment = try scratch.create()
            try environment.put([1], for: [1], in: environment.testTable())
            try environment.copy(to: scratch.path("copy.mdb"), compacting: false)
            for name in ["log.mdb", "log.mdb-lock", "copy.mdb"] {
                #expect(try scratch.mode(name) == 0o600, "\(name)")
            }
            umask(0o022)
        }
    }

    @Test func aNewLockFileFollowsTheDataFile() throws {
        try scratch.create().close()
        try FileManager.default.removeItem(atPath: scratch.path("log.mdb-lock"))
        try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: scratch.path())
        try scratch.open().close()
        #expect(try scratch.mode("log.mdb-lock") == 0o664)
    }

    @Test func noDescriptorReachesAChildProcess() throws {
        let environment = try scratch.create()
        let real = try #require(URL(filePath: scratch.path()).resolvingSymlinksInPath().path as String?)
        var seen = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
            guard let target, target.hasPrefix(real), let number = Int32(name) else { continue }
            seen += 1
            #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0, "\(target) is inherited")
        }
        #expect(seen >= 2)
        environment.close()
    }

    @Test(arguments: [0, 1, 2] as [Int32])
    func aClosedStandardStreamIsRefused(descriptor: Int32) async {
        await #expect(processExitsWith: .exitCode(42)) { [descriptor = descriptor as Int32] in
            let scratch = try Scratch()
            for _ in 0..<1_000 {
                close(descriptor)
                let error = storeError { try scratch.create().close() }
                if let error {
                    let names = try scratch.names()
                    try? FileManager.default.removeItem(atPath: scratch.directory)
                    exit(error.code == .standardStreamClosed && names.isEmpty ? 42 : 1)
                }
                // Another thread of this process was given the number meanwhile: once more.
                for name in try scratch.names() {
                    try FileManager.default.removeItem(atPath: scratch.path(name))
                }
            }
            exit(1)
        }
    }

    @Test func networkFileSystemsAreKnownByNumber() {
        let remote: [UInt32] = [0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x517B, 0x6573_5546, 0x0102_1997]
        for type in remote { #expect(RemoteFileSystem.name(ofType: type) != nil, "\(type)") }
        // ext4, tmpfs, XFS, Btrfs, overlay, ZFS.
        let local: [UInt32] = [0xEF53, 0x0102_1994, 0x5846_5342, 0x9123_683E, 0x794C_7630, 0x2FC1_2FC1]
        for type in local { #expect(RemoteFileSystem.name(ofType: type) == nil, "\(type)") }
        #expect(RemoteFileSystem.name(at: scratch.directory) == .local)
        #expect(RemoteFileSystem.name(at: scratch.path("none")) == .unknown(ENOENT))
    }

    @Test func withoutLockingNoLockFileIsTouched() throws {
        let environment = try scratch.create()
        try environment.put([1], for: [1], in: environment.testTable())
        environment.close()
        try FileManager.default.removeItem(atPath: scratch.path("log.mdb-lock"))
        let reader = try scratch.open(.init(access: .open, isReadOnly: true, locking: false))
        #expect(try reader.get([1], in: reader.testTable()) == [1])
        #expect(try reader.clearStaleReaders() == 0)
        #expect(try reader.information().readers == [])
        #expect(try scratch.names() == ["log.mdb"])
    }

    @Test func aLargeMapIsHalvedUntilItFits() throws {
        let options = Environment.Options(access: .create, mapSize: 1 << 50)
        let environment = try scratch.create(options)
        #expect(try environment.information().mapSize < 1 << 50)
        #expect(try environment.information().mapSize >= 1 << 40)
    }

    // MARK: Programmer errors

    @Test func writingWithoutLocksTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Environment(path: "/nowhere", options: .init(access: .open, locking: false))
        }
        expectSentence("An environment without locking can only be read.", in: result)
    }

    @Test func creatingForReadingTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Environment(path: "/nowhere", options: .init(access: .create, isReadOnly: true))
        }
        expectSentence("An environment that is created must be writable.", in: result)
    }

    @Test func impossibleSizesTrap() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Environment(path: "/nowhere", options: .init(access: .create, mapSize: 0))
        }
        expectSentence("A map has a size above zero.", in: result)
        let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Environment(path: "/nowhere", options: .init(access: .create, maxReaders: 0))
        }
        expectSentence("An environment has at least one reader slot.", in: other)
    }
}

import Foundation
import LMDB
import Testing

/// What remains when a process is killed, forks, or its device refuses.
@Suite struct CrashTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// A process commits one value after another and is killed inside the next transaction: every commit that
    /// returned must be there, the open one must not, and the next writer must not wait for the dead one.
    @Test(arguments: [1, 2, 50], [false, true])
    func aKilledWriterLosesNothingCommitted(commits: Int, isRelaxed: Bool) async throws {
        let path = scratch.path()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, commits = commits as Int, isRelaxed = isRelaxed as Bool] in
            let environment = try Environment(
                path: path, options: .init(access: .create, durability: isRelaxed ? .relaxed : .full))
            let table = try environment.testTable()
            for number in 0..<UInt64(commits) { try environment.put([1], for: key(number), in: table) }
            try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
                try transaction.put([2].span, for: key(1_000).span, in: table)
                kill(getpid(), SIGKILL)
            }
        }
        let environment = try scratch.open()
        let table = try environment.testTable()
        let keys = try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            var cursor = try transaction.cursor(in: table)
            var keys: [[UInt8]] = []
            while let entry = try cursor.next() { keys.append(entry.key.bytesCopied) }
            return keys
        }
        #expect(keys == (0..<UInt64(commits)).map(key))
        try environment.put([3], for: key(1_000), in: table)
        #expect(try environment.get(key(1_000), in: table) == [3])
    }

    @Test func aSurvivorGoesOnAfterAKilledWriter() async throws {
        let environment = try scratch.create()
        let table = try environment.testTable()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path() as String] in
            let other = try Environment(path: path, options: .init(access: .open))
            let table = try other.testTable()
            try other.write { (transaction: inout WriteTransaction) throws(LMDBError) in
                try transaction.put([2].span, for: [1].span, in: table)
                kill(getpid(), SIGKILL)
            }
        }
        #expect(try environment.get([1], in: table) == nil)
        try environment.put([3], for: [1], in: table)
        #expect(try environment.get([1], in: table) == [3])
    }

    @Test func aForkedChildIsRefusedAndHarmsNothing() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let environment = try scratch.create()
            let table = try environment.testTable()
            try environment.put([1], for: [1], in: table)
            let codes = try codesInForkedChild {
                [
                    storeError { _ = try environment.get([1], in: table) },
                    storeError { try environment.put([2], for: [1], in: table) },
                    storeError { _ = try environment.information() },
                    storeError { try environment.copy(to: scratch.path("copy.mdb"), compacting: false) },
                ].map { $0?.code }
            } andThen: {
                environment.close()
            }
            #expect(codes == Array(repeating: .usedAfterFork, count: 4))
            #expect(try environment.get([1], in: table) == [1])
            try environment.put([3], for: [1], in: table)
            #expect(try environment.get([1], in: table) == [3])
        }
    }

    @Test func aForkedChildMayOpenTheFileForItself() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let environment = try scratch.create()
            let table = try environment.testTable()
            let codes = try codesInForkedChild {
                let error = storeError {
                    let own = try scratch.open()
                    try own.put([4], for: [1], in: try own.testTable())
                    own.close()
                }
                return [error?.code]
            } andThen: {
            }
            #expect(codes == [nil])
            #expect(try environment.get([1], in: table) == [4])
        }
    }

    /// A write of the meta page that fails is fatal to LMDB; here because its descriptor was closed.
    @Test func aFatalErrorAsksForReopening() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let environment = try scratch.create()
            let table = try environment.testTable()
            try environment.put([1], for: [1], in: table)
            let real = URL(filePath: scratch.path()).resolvingSymlinksInPath().path
            var closed = 0
            let descriptors = "/proc/self/fd/"
            for name in try FileManager.default.contentsOfDirectory(atPath: descriptors) {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: descriptors + name)
                guard target == real, let number = Int32(name) else { continue }
                guard fcntl(number, F_GETFL) & O_ACCMODE == O_WRONLY else { continue }
                close(number)
                closed += 1
            }
            try #require(closed == 1)
            let first = storeError { try environment.put([2], for: [1], in: table) }
            #expect(first != nil)
            for _ in 0..<2 {
                let error = storeError { try environment.put([2], for: [1], in: table) }
                #expect(error?.code == .reopenRequired)
                #expect(error?.needsReopening == true)
                #expect(storeError { _ = try environment.get([1], in: table) }?.code == .reopenRequired)
            }
            environment.close()
            let again = try scratch.open()
            #expect(try again.get([1], in: again.testTable()) == [1])
        }
    }
}

/// Forks, which Swift does not offer, and reports what `body` answers in the child; then runs `andThen` there.
///
/// Codes travel through a pipe as numbers; zero stands for nil.
func codesInForkedChild(
    _ body: () -> [LMDBError.Code?], andThen: () -> Void
) throws -> [LMDBError.Code?] {
    typealias Fork = @convention(c) () -> Int32
    let symbol = unsafe try #require(dlsym(nil, "fork"))
    let fork = unsafe unsafeBitCast(symbol, to: Fork.self)
    let pipe = Pipe()
    let child = fork()
    if child == 0 {
        let text = body().map { String($0?.rawValue ?? 0) }.joined(separator: " ")
        try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        andThen()
        _exit(0)
    }
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    #expect(status == 0)
    return text.split(separator: " ").compactMap { Int32($0) }.map { $0 == 0 ? nil : .init(rawValue: $0) }
}

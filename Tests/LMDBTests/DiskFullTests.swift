import Foundation
import LMDB
import Testing

/// A file system of one megabyte, mounted for one test.
final class SmallFileSystem {
    static let size = 1 << 20
    let directory: String

    /// Whether this process may mount one; tried once.
    static let isAvailable = (try? SmallFileSystem()) != nil

    struct CannotMount: Error {}

    init() throws {
        directory = NSTemporaryDirectory() + "lmdb-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let options = "size=\(Self.size)"
        guard try Self.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", directory]) == 0 else {
            try? FileManager.default.removeItem(atPath: directory)
            throw CannotMount()
        }
    }

    deinit {
        _ = try? Self.run(["umount", directory])
        try? FileManager.default.removeItem(atPath: directory)
    }

    private static func run(_ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

@Suite(.enabled(if: SmallFileSystem.isAvailable, "mounting a small file system needs root"))
struct DiskFullTests {
    @Test(arguments: [Environment.Options.Durability.full, .relaxed])
    func aFullDiskIsATypedErrorAndHarmless(durability: Environment.Options.Durability) throws {
        let disk = try SmallFileSystem()
        let environment = try Environment(
            path: disk.directory + "/log.mdb", options: .init(access: .create, durability: durability))
        let table = try environment.testTable()
        try environment.put([1], for: [1], in: table)
        let large = [UInt8](repeating: 7, count: 2 * SmallFileSystem.size)
        for _ in 0..<2 {
            let error = storeError { try environment.put(large, for: [2], in: table) }
            #expect(error?.code == .diskFull, "\(String(describing: error))")
            #expect(error?.isRetryable == true)
        }
        #expect(try environment.get([1], in: table) == [1])
        #expect(try environment.get([2], in: table) == nil)
        environment.close()
    }

    @Test func smallerCommitsSucceedAfterwards() throws {
        let disk = try SmallFileSystem()
        let environment = try Environment(
            path: disk.directory + "/log.mdb", options: .init(access: .create))
        let table = try environment.testTable()
        let ballast = disk.directory + "/ballast"
        try Data(count: SmallFileSystem.size / 2).write(to: URL(filePath: ballast))
        let large = [UInt8](repeating: 7, count: SmallFileSystem.size * 3 / 4)
        #expect(storeError { try environment.put(large, for: [2], in: table) }?.code == .diskFull)
        try FileManager.default.removeItem(atPath: ballast)
        try environment.put(large, for: [2], in: table)
        #expect(try environment.get([2], in: table) == large)
        environment.close()
    }

    @Test(arguments: [false, true])
    func aCopyThatDoesNotFitLeavesNothing(compacting: Bool) throws {
        let disk = try SmallFileSystem()
        let scratch = try Scratch()
        let environment = try scratch.create()
        let large = [UInt8](repeating: 7, count: 2 * SmallFileSystem.size)
        try environment.put(large, for: [1], in: try environment.testTable())
        let path = disk.directory + "/copy.mdb"
        let error = storeError { try environment.copy(to: path, compacting: compacting) }
        #expect(error?.code == .diskFull, "\(String(describing: error))")
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}

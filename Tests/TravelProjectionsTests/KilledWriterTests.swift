import EventLog
import Foundation
import Projections
import TestSupport
import Testing
import TravelProjections

/// A writer killed at any moment leaves every acknowledged event, and rows that equal a fresh fold.
@Suite(.serialized)
struct KilledWriterTests {
    /// Kills by default; `TRAVELOG_KILL_ROUNDS` asks for more.
    static let rounds =
        ProcessInfo.processInfo.environment["TRAVELOG_KILL_ROUNDS"].flatMap { Int($0) } ?? 25

    /// Where random choices begin: `TRAVELOG_SEED`.
    static let seed = ProcessInfo.processInfo.environment["TRAVELOG_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("C11: Inline rows equal a fresh fold after the writer was killed at a random moment")
    func killed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/killed.evlog"
        try EventLog.create(at: path).close()
        var random = SplitMix64(seed: Self.seed)
        var acknowledged: UInt64 = 0
        for round in 0..<Self.rounds {
            let seed = UInt64.random(in: 1...1_000_000, using: &random)
            let delay = Double.random(in: 0.005...0.08, using: &random)
            acknowledged = max(acknowledged, try runAndKill(path, seed: seed, after: delay))
            try check(
                path, acknowledged: acknowledged, "round \(round), seed \(seed), killed after \(delay) s")
        }
        #expect(acknowledged > 0, "no writer came far enough to acknowledge anything")
        print("soak: kills executions \(Self.rounds) findings 0")
    }

    /// Runs a writer, kills it after a moment and returns the last position that it acknowledged.
    private func runAndKill(_ path: String, seed: UInt64, after delay: Double) throws -> UInt64 {
        let writer = Process()
        writer.executableURL = TestBundle.folder.appending(path: "travel-worker")
        writer.arguments = [path, String(seed)]
        let output = Pipe()
        writer.standardOutput = output
        try writer.run()
        // Start-up takes its own time; the delay counts from the first acknowledgement.
        var received = output.fileHandleForReading.availableData
        Thread.sleep(forTimeInterval: delay)
        kill(writer.processIdentifier, SIGKILL)
        received += output.fileHandleForReading.readDataToEndOfFile()
        writer.waitUntilExit()
        let lines = String(decoding: received, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        // What follows the last line end was cut off by the kill.
        return lines.dropLast().last.flatMap { UInt64($0) } ?? 0
    }

    private func check(_ path: String, acknowledged: UInt64, _ comment: Comment) throws {
        let log = try EventLog.open(at: path)
        defer { log.close() }
        let head = try log.head().position
        #expect(head >= acknowledged, comment)
        let projections = TravelModel.projections
        let stored = try StoredProjections(
            projections, catalogue: TravelModel.catalogue, store: log, unicodeVersion: "test")
        let result = try Replay(projections, catalogue: TravelModel.catalogue).run(over: log)
        #expect(result.isComplete, comment)
        for fold in result.folds {
            let rows = try stored.rows(of: fold.projection)
            #expect(rows.checkpoint == head, comment)
            let differences = RowComparison.differences(of: fold.projection, rows.rows, fold.rows)
            #expect(differences.isEmpty, comment)
        }
    }
}

/// Where the built executables stand.
private enum TestBundle {
    static var folder: URL {
        for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
            return bundle.bundleURL.deletingLastPathComponent()
        }
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    }
}

private final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

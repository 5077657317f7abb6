import EventLog
import Platform

/// What the rows share: options, the folder for files, and histories that are made once.
final class Bench {
    /// The seed of every history.
    static let seed: UInt64 = 20_260_101
    /// The events of a commit, where not one alone.
    static let perCommit = 1000

    let options: BenchOptions
    let folder: WorkFolder
    let pool: EventPool
    /// The rivals that can be measured on this machine, of those that are asked for.
    let rivals: [Rival]
    private let poolRecords: (bytes: [UInt8], ends: [UInt32])
    private var histories: [StreamShape: (history: BenchHistory, records: RivalRecords)] = [:]

    var contest: Contest { Contest(rounds: options.rounds, isAlone: options.isAlone) }

    init(options: BenchOptions, folder: WorkFolder) throws {
        self.options = options
        self.folder = folder
        rivals = options.rivals.filter { $0.absence == nil }
        pool = try EventPool(seed: Self.seed)
        poolRecords = try Self.records(of: pool, folder)
    }

    /// Tells what is going on, beside the answers.
    func say(_ text: String) { try? StandardStream.error.write(Array((text + "\n").utf8)) }

    /// The history of a shape and its records for the rivals.
    func history(_ shape: StreamShape) throws -> (history: BenchHistory, records: RivalRecords) {
        if let known = histories[shape] { return known }
        let history = try BenchHistory(pool: pool, shape: shape, events: options.events, seed: Self.seed)
        let made = (history, records(for: history))
        histories[shape] = made
        return made
    }

    /// The first events of a history and their records for the rivals.
    func history(_ shape: StreamShape, first count: Int) throws -> (
        history: BenchHistory, records: RivalRecords
    ) {
        let part = try history(shape).history.prefix(count)
        return (part, records(for: part))
    }

    private func records(for history: BenchHistory) -> RivalRecords {
        RivalRecords(
            records: poolRecords.bytes, ends: poolRecords.ends, facts: pool.facts, streams: history.streams)
    }

    /// What is said in a row of rivals that are not on this machine.
    func missingRivals(_ row: String, _ what: String) -> [ResultLine] {
        options.rivals.compactMap { rival in
            rival.absence.map { .missing(row, "\(what), beside \(rival.rawValue)", because: $0) }
        }
    }

    /// Makes a log, lets `body` use it and removes it.
    func withNewLog<Result>(
        durability: EventLog.Durability = .full, _ body: (EventLog, String) throws -> Result
    ) throws -> Result {
        let path = folder.newPath()
        defer { folder.remove(path) }
        let log = try EventLog.create(at: path, durability: durability)
        defer { log.close() }
        return try body(log, path)
    }

    /// Lets `body` use a path at which nothing stands, and removes what it leaves there.
    func withNewPath<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        let path = folder.newPath()
        defer { folder.remove(path) }
        return try body(path)
    }

    /// The records of a pool as the log stores them.
    private static func records(
        of pool: EventPool, _ folder: WorkFolder
    ) throws -> (bytes: [UInt8], ends: [UInt32]) {
        let path = folder.newPath()
        defer { folder.remove(path) }
        let log = try EventLog.create(at: path)
        defer { log.close() }
        let history = try BenchHistory(pool: pool, shape: .one, events: pool.events.count, seed: seed)
        try history.append(to: log, perCommit: perCommit)
        var bytes: [UInt8] = []
        var ends: [UInt32] = []
        try log.forEachBlock { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else { continue }
                for offset in 0..<event.bytes.count { bytes.append(event.bytes[offset]) }
                ends.append(UInt32(bytes.count))
            }
            return .proceed
        }
        return (bytes, ends)
    }
}

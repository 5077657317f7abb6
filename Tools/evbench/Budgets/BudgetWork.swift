import EventLog
import Projections
import TravelProjections
import UnicodeText

/// What a counted process does: the same every time, in two amounts, so that what starting takes falls away.
enum BudgetWork {
    /// The first argument of such a process.
    static let childVerb = "--budget-child"
    /// The events that a child appends again and again; making them is part of what falls away.
    private static let poolEvents = 200

    /// The arguments that append events to a new log at `path`.
    static func appending(_ events: Int, perCommit: Int, inline: Bool, to path: String) -> [String] {
        [childVerb, inline ? "append-inline" : "append", path, "\(events)", "\(perCommit)"]
    }

    /// The arguments that fold a log with a projection; nil for all together.
    static func folding(_ path: String, _ projection: String?) -> [String] {
        [childVerb, "fold", path] + (projection.map { [$0] } ?? [])
    }

    static func run(_ arguments: [String]) throws {
        switch arguments.first {
        case "append", "append-inline":
            guard arguments.count == 4, let events = Int(arguments[2]), let perCommit = Int(arguments[3])
            else { throw BenchError("an appending process needs a log, a count and a size of commits") }
            try append(events, perCommit, arguments[0] == "append-inline", to: arguments[1])
        case "fold":
            guard arguments.count > 1 else { throw BenchError("a folding process needs a log") }
            try fold(arguments[1], arguments.count > 2 ? arguments[2] : nil)
        default: throw BenchError("a counted process needs to know what to do")
        }
    }

    private static func append(_ events: Int, _ perCommit: Int, _ inline: Bool, to path: String) throws {
        let pool = try EventPool(seed: Bench.seed, events: poolEvents)
        let history = try BenchHistory(pool: pool, shape: .one, events: events, seed: Bench.seed)
        let log = try EventLog.create(at: path)
        defer { log.close() }
        if inline {
            let stored = try StoredProjections(
                TravelModel.projections, catalogue: TravelModel.catalogue, log: log,
                unicodeVersion: UnicodeText.unicodeVersion)
            try stored.catchUp()
            stored.attach()
        }
        try history.append(to: log, perCommit: perCommit)
    }

    private static func fold(_ path: String, _ name: String?) throws {
        let projections = TravelModel.projections.filter { name == nil || $0.name == name }
        guard !projections.isEmpty else { throw BenchError("the model has no projection \(name ?? "")") }
        let log = try EventLog.open(at: path, access: .read)
        defer { log.close() }
        let result = try Replay(projections, catalogue: TravelModel.catalogue).run(over: log)
        guard result.isComplete else { throw BenchError("the replay was not complete") }
    }
}

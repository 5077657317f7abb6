import EventLog
import Projections

/// Compares stored rows with those of a fresh replay.
struct ProjectionCheck {
    /// The threads that replay: the one that reads the events meanwhile needs a processor as well.
    private static let threads = max(1, Replay.usualThreads - 1)

    private let store: any SideStore
    private let options: Verification.Options
    /// The last position of the log.
    private let head: UInt64
    private var findings: FindingList
    private var compared = 0
    private var missing: [String] = []
    private var behind: [String] = []

    private init(_ store: any SideStore, head: UInt64, _ options: Verification.Options) {
        self.store = store
        self.head = head
        self.options = options
        findings = FindingList(limit: options.maxExamples)
    }

    /// - Throws: `LogError` when the log cannot be read at all.
    static func run(
        over store: any SideStore, head: UInt64, _ options: Verification.Options
    ) throws -> Verification.Result {
        guard !options.projections.isEmpty else {
            return .without(.projections, .notRun, "the model has no projections")
        }
        var check = ProjectionCheck(store, head: head, options)
        let stored = try StoredProjections(
            options.projections, catalogue: options.catalogue, store: store,
            unicodeVersion: options.unicodeVersion)
        let sets = try check.readable(stored)
        for checkpoint in Set(sets.map(\.rows.checkpoint)).sorted() {
            try check.compare(sets.filter { $0.rows.checkpoint == checkpoint }, at: checkpoint)
        }
        return check.result
    }

    private typealias StoredSet = (projection: AnyProjection, rows: StoredRows)

    /// The sets of rows that can be compared, all as of one moment each.
    private mutating func readable(_ stored: StoredProjections) throws -> [StoredSet] {
        var sets: [StoredSet] = []
        for (projection, status) in zip(options.projections, try stored.status()) {
            let name = "\(projection.name) \(projection.version)"
            switch status.state {
            case .missing, .other, .stale:
                missing.append(projection.name)
            case .damaged:
                findings.add(
                    Finding(VerifyFindings.storedRows, "the record about the rows of \(name) is damaged"))
            case .otherLog:
                findings.add(
                    Finding(VerifyFindings.otherRows, "the rows of \(name) were made from another log"))
            case .ahead:
                findings.add(
                    Finding(
                        VerifyFindings.ahead,
                        "the rows of \(name) know of event \(status.checkpoint), the log ends at \(head)"
                    ))
            case .failed(let position):
                findings.add(
                    Finding(
                        VerifyFindings.notApplied, "\(name) could not apply event \(position)",
                        positions: position...position))
            case .current, .behind:
                do {
                    let rows = try stored.rows(of: projection)
                    sets.append((projection, rows))
                } catch let error as ProjectionError {
                    findings.add(Finding(VerifyFindings.storedRows, error.description))
                }
            }
        }
        return sets
    }

    private mutating func compare(_ sets: [StoredSet], at checkpoint: UInt64) throws {
        let result = try Replay(
            sets.map(\.projection), catalogue: options.catalogue, threads: Self.threads
        ).run(over: store, upTo: checkpoint)
        if !result.incompleteness.isEmpty {
            behind += sets.map(\.projection.name)
            return
        }
        for (set, fold) in zip(sets, result.folds) {
            compared += 1
            for failure in fold.failures {
                findings.add(
                    Finding(
                        VerifyFindings.notApplied,
                        "\(set.projection.name) cannot apply event \(failure.position)",
                        positions: failure.position...failure.position))
            }
            let differences = RowComparison.differences(of: set.projection, set.rows.rows, fold.rows)
            for table in set.projection.tables {
                let count = differences.count { $0.tableID == table.id }
                guard count > 0 else { continue }
                let rows = count == 1 ? "1 row differs" : "\(count) rows differ"
                findings.add(Finding(VerifyFindings.rows, "\(table.name): \(rows) from replay"))
            }
        }
    }

    private var result: Verification.Result {
        if compared == 0, findings.count == 0 {
            let isDemanded = options.demanded.contains(.projections)
            if !behind.isEmpty {
                return .without(
                    .projections, .cannotRun, "places in the log hold no event, so replay gives no comparison"
                )
            }
            return .without(
                .projections, isDemanded ? .cannotRun : .notRun, "no rows are stored that could be compared")
        }
        var message = "\(compared) stored and equal to a replay"
        if !missing.isEmpty { message += "; not stored: " + missing.joined(separator: ", ") }
        if !behind.isEmpty { message += "; not compared: " + behind.joined(separator: ", ") }
        return findings.result(.projections, ok: message)
    }
}

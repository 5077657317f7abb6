import Digest
package import EventLog
import Projections

extension Verification {
    /// Checks a log.
    ///
    /// The end of the log is fixed first, so that what a writer appends meanwhile is no part of the answer and
    /// raises no alarm. Every record is read whole, its payload too.
    ///
    /// - Parameters:
    ///   - source: The log, the way the application reads it, or page by page.
    ///   - rows: The same log, for what is read of it meanwhile on another thread; nil where it is `source`.
    ///   - options: What to check.
    ///   - container: Looks below the records; gives nil where the log does not live in a file of its own.
    /// - Throws: `LogError` where the log cannot be read at all; damage is no error, but a result.
    /// - Complexity: O(n) for each of tree, indexes and projections.
    package static func run(
        over source: any EventSource & SideStore, rows: (any EventSource & SideStore)? = nil,
        _ options: Options, container: () throws -> Container? = { nil }
    ) throws -> Verification {
        let identity = try source.identity()
        let head = try source.head()
        let stored = rows ?? source
        let comparison =
            options.checks.contains(.projections)
            ? Meanwhile { try ProjectionCheck.run(over: stored, head: head.position, options) } : nil
        let container = try container()
        var sizes = identity.epochs.map { $0.firstPosition - 1 } + options.anchors.map(\.size)
        sizes.append(head.position)
        let pass = EventPass(identity, head: head.position, sizes: sizes, options)
        let follows = options.checks.contains(.indexes)
        let indexes = follows ? IndexCheck(of: source, identity, limit: options.maxExamples) : nil
        try pass.run(over: source, following: indexes)
        pass.noteClock()
        let anchors = try AnchorCheck(over: source, pass, options)
        var results: [Result] = []
        for check in VerificationCheck.allCases {
            guard options.checks.contains(check) else {
                results.append(.without(check, .notRun, "not asked for"))
                continue
            }
            switch check {
            case .container: results.append(container.result(options))
            case .projections:
                guard let comparison else { continue }
                results.append(try comparison.value())
            case .anchor: results.append(anchors.result)
            case .indexes:
                guard var indexes = pass.indexes else { continue }
                try indexes.finish(over: source, pass)
                results.append(
                    indexes.findings.result(check, ok: "streams, streamIndex and ids agree with the events"))
            default: results.append(pass.result(of: check, root: head.root, limit: options.maxExamples))
            }
        }
        let isChecked = options.checks.contains(.anchor)
        return Verification(
            results: results, head: head, events: pass.events, proved: isChecked ? anchors.proved?.size : nil,
            provedBy: isChecked ? anchors.proved : nil, contradicted: isChecked && anchors.contradicted,
            damages: try DamageReport(source, pass, options).damages())
    }
}

extension Verification {
    /// What can be said of a log that cannot be opened: what its pages show, and that nothing else was checked.
    ///
    /// - Parameters:
    ///   - container: What was found below the records; nil where there is no file of pages.
    ///   - why: Why it cannot be opened, as a sentence.
    ///   - options: What was to be checked.
    package init(ofUnreadable container: Container?, why: String, _ options: Options) {
        var results: [Result] = []
        for check in VerificationCheck.allCases {
            switch check {
            case _ where !options.checks.contains(check):
                results.append(.without(check, .notRun, "not asked for"))
            case .container:
                results.append(container.result(options))
            case .records:
                var list = FindingList(limit: options.maxExamples)
                list.add(Finding(VerifyFindings.unopened, why))
                results.append(list.result(check, ok: ""))
            case .anchor where options.anchors.isEmpty && !options.demanded.contains(.anchor):
                results.append(.without(check, .notRun, "no --expect given"))
            default:
                results.append(.without(check, .cannotRun, "the log cannot be opened"))
            }
        }
        self.init(
            results: results, head: nil, events: 0, proved: nil, provedBy: nil, contradicted: false,
            damages: [])
    }
}

extension Verification.Container? {
    fileprivate func result(_ options: Verification.Options) -> Verification.Result {
        guard let self else {
            let isDemanded = options.demanded.contains(.container)
            return .without(
                .container, isDemanded ? .cannotRun : .notRun, "there is no file of pages to look at")
        }
        var list = FindingList(limit: options.maxExamples)
        for finding in self.findings { list.add(finding) }
        let result = list.result(.container, ok: self.message)
        return Verification.Result(
            check: .container, outcome: result.outcome, message: result.message, findings: result.findings,
            findingCount: Swift.max(self.findingCount, result.findingCount))
    }
}

extension EventPass {
    /// Tells of the places where the clock ran back, all in one finding.
    func noteClock() {
        guard let first = clockRanBack.first, let last = clockRanBack.last else { return }
        let listed = clockRanBack.prefix(5).map { "\($0)" }.joined(separator: ", ")
        let more = clockRanBack.count > 5 ? ", \u{2026}" : ""
        let events = clockRanBack.count == 1 ? "1 event" : "\(clockRanBack.count) events"
        times.add(
            Finding(
                VerifyFindings.clock, "\(events) recorded with the clock behind: \(listed)\(more)",
                positions: first...last))
    }

    func result(of check: VerificationCheck, root: SHA256Digest, limit: Int) -> Verification.Result {
        switch check {
        case .records:
            let stubs = withheld == 0 ? "" : ", \(withheld) of them erased"
            return records.result(
                check, ok: "\(events) of \(head - gaps) decode, checksums match" + stubs)
        case .positions:
            let holes = gaps == 0 ? "no gap, no repeat" : "\(gaps) of them declared to hold nothing"
            return positions.result(check, ok: head == 0 ? "none" : "1..\(head), \(holes)")
        case .streams:
            return streams.findings.result(
                check,
                ok: "\(streams.known.count) \(streams.known.count == 1 ? "stream" : "streams")" + revisions)
        case .times:
            let count = clockRanBack.count
            return times.result(
                check,
                ok: count == 0
                    ? "recorded times never fall"
                    : (times.first.first { $0.kind == VerifyFindings.clock }?.message ?? ""))
        case .schema:
            return schema.result(
                check,
                ok: "\(typeNames.count) \(typeNames.count == 1 ? "type" : "types"), all versions known")
        default: return tree(root, limit)
        }
    }

    private var revisions: String {
        guard streams.known.count == 1, let only = streams.known.first else {
            return ", revisions without a gap"
        }
        return ", revisions 1..\(only.revision)"
    }

    private func tree(_ stored: SHA256Digest, _ limit: Int) -> Verification.Result {
        var findings = FindingList(limit: limit)
        let root = head == 0 ? MerkleFrontier().root : roots[head]
        if let root {
            if root != stored {
                findings.add(
                    Finding(
                        VerifyFindings.root,
                        "the events give the root \(root.hex), the log carries \(stored.hex)"))
            }
        } else {
            findings.add(
                Finding(
                    VerifyFindings.noRoot, "a place holds nothing that can be hashed, so there is no root"))
        }
        for epoch in identity.epochs where epoch.firstPosition > 1 {
            guard let root = roots[epoch.firstPosition - 1], root != epoch.root else { continue }
            findings.add(
                Finding(
                    VerifyFindings.epochRoot,
                    "the events before \(epoch.firstPosition) are not those after which the epoch began",
                    positions: epoch.firstPosition...epoch.firstPosition))
        }
        return findings.result(.tree, ok: "root \(head):\(stored.hex.prefix(8))\u{2026}")
    }
}

internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Forensics

/// What `salvage` prints.
struct SalvageOutput {
    private let report: SalvageReport
    private let context: ToolContext
    /// The new log; nil where nothing was written.
    private let target: String?

    /// Ranges of lost events that the human output lists.
    private static let listed = 20

    init(_ report: SalvageReport, _ context: ToolContext, target: String?) {
        self.report = report
        self.context = context
        self.target = target
    }

    /// 0 where nothing is lost, 1 where something is, 2 where nobody knows how much.
    var status: ExitStatus {
        guard report.endIsKnown else { return .cannotTell }
        return report.lost.isEmpty ? .yes : .no
    }

    func write() {
        switch context.mode {
        case .json:
            writeLostLines()
            writeSummaryLine()
        case .plain: printTable()
        case .human: print()
        }
    }

    // MARK: For people

    private func print() {
        let console = context.console
        if report.pages > 0 {
            console.print(
                "scanned    \(CountText.of(report.pages, "page")), \(report.damagedPages) damaged")
        }
        if report.endingsRepaired {
            console.print("endings    a transfer as text had changed line endings; they were changed back")
        }
        var recovered = "recovered  \(report.recovered) of \(report.end) events"
        if !report.lost.isEmpty { recovered += "      lost " + lostText }
        console.print(recovered)
        let places = SalvageReport.Provenance.allCases.filter { $0 != .newestSnapshot }
            .filter { report.count($0) > 0 }.map { "\(report.count($0)) \(Self.place(of: $0))" }
        if !places.isEmpty { console.print("of these   " + places.joined(separator: ", ")) }
        if !report.lost.isEmpty { console.print("gaps       \(report.lost.count) declared") }
        if !report.forks.isEmpty {
            console.print("forks      \(list(report.forks)): sound copies differ, so none was taken")
        }
        if !report.refused.isEmpty {
            console.print("refused    \(list(report.refused)): sound, but they contradict what stands before")
        }
        if !report.endIsKnown {
            console.print("end        not known: events behind \(report.end) may be lost")
        }
        guard let target else { return console.print("nothing was written (--dry-run)") }
        console.print("wrote \(target) (source untouched)")
        console.note(
            "stored rows were not taken along; next: "
                + ShellText.command([context.program, nextVerb, "--log", target]))
    }

    /// The verb that tells whether the new log is sound.
    private var nextVerb: String { context.table.verbs.contains { $0.name == "verify" } ? "verify" : "info" }

    private var lostText: String {
        let ranges = report.lost.map { Self.text($0.positions) }
        let more = ranges.count > Self.listed ? " and \(ranges.count - Self.listed) more" : ""
        return ranges.prefix(Self.listed).joined(separator: ", ") + more
    }

    private static func text(_ range: ClosedRange<UInt64>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)..\(range.upperBound)"
    }

    private func list(_ positions: [UInt64]) -> String {
        let more = positions.count > Self.listed ? " and \(positions.count - Self.listed) more" : ""
        return positions.prefix(Self.listed).map { "\($0)" }.joined(separator: ", ") + more
    }

    private static func place(of provenance: SalvageReport.Provenance) -> String {
        switch provenance {
        case .newestSnapshot: "in the newest state"
        case .olderSnapshot: "from the state before the last commit"
        case .page: "from pages that nothing leads to any more"
        case .scan: "by their first bytes alone"
        }
    }

    // MARK: For programs

    private func printTable() {
        var table = TextTable([.number("from"), .number("to"), .number("before"), .number("after")])
        for lost in report.lost {
            table.append([
                String(lost.positions.lowerBound), String(lost.positions.upperBound),
                lost.before.map { String($0.position) } ?? "", lost.after.map { String($0.position) } ?? "",
            ])
        }
        context.console.print(table)
    }

    private func writeLostLines() {
        for lost in report.lost {
            var line = JSONLine(kind: "lost")
            line.unsigned("from", lost.positions.lowerBound)
            line.unsigned("to", lost.positions.upperBound)
            line.unsigned("before", lost.before?.position)
            line.unsigned("after", lost.after?.position)
            line.value(
                "between",
                .list(
                    [lost.before, lost.after].map { edge in
                        edge.map { .text(Timestamp(milliseconds: $0.recorded).rfc3339UTC) } ?? .null
                    }))
            context.console.write(line)
        }
    }

    private func writeSummaryLine() {
        var line = JSONLine(kind: "salvaged")
        line.unsigned("pages", report.pages)
        line.count("damaged_pages", report.damagedPages)
        line.unsigned("recovered", report.recovered)
        line.unsigned("lost", report.lostCount)
        line.unsigned("last", report.end)
        line.bool("end_known", report.endIsKnown)
        line.object("found") { found in
            for provenance in SalvageReport.Provenance.allCases {
                found.unsigned(provenance.name, report.count(provenance))
            }
        }
        line.integers("forks", report.forks.map { Int64(clamping: $0) })
        line.integers("refused", report.refused.map { Int64(clamping: $0) })
        line.count("gaps_before", report.declaredBefore)
        line.bool("endings_repaired", report.endingsRepaired)
        line.string("head", report.head?.description)
        line.string("log", target)
        context.console.write(line)
    }
}

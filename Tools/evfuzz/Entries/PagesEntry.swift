import EventLog
import Forensics

/// The reader of data files page by page, and what is built on it: the check of the container, the log, salvage.
enum PagesEntry {
    private static let maxFindings = 50
    /// Streams and ids that are asked for, so that no input takes long.
    private static let maxAsked = 8

    static func run(_ input: Span<UInt8>) {
        let file = PageFile(bytes: copied(input))
        let report = ContainerCheck.run(over: file, maxFindings: maxFindings)
        precondition(report.findings.count <= min(maxFindings, report.findingCount))
        precondition(report.snapshots.allSatisfy { $0.pagesFree <= report.pagesInFile })
        for finding in report.findings { precondition(!finding.message.isEmpty) }
        for snapshot in [ForensicLog.Snapshot.newest, .older] {
            guard let log = try? ForensicLog(file, snapshot: snapshot) else { continue }
            _ = log.doubts
            read(log)
        }
        salvage(file)
    }

    private static func read(_ log: ForensicLog) {
        let head = log.head().position
        var ids: [EventID] = []
        var seen: UInt64 = 0
        try? log.forEachBlock(ReadPlan()) { block in
            for index in 0..<block.count {
                let positions = block.positions(at: index)
                precondition(positions.lowerBound > seen, "positions rise")
                precondition(positions.upperBound <= head, "nothing stands behind the head")
                seen = positions.upperBound
                guard let event = block.event(at: index) else { continue }
                precondition(event.position == positions.lowerBound, "an event stands at its position")
                if ids.count < maxAsked { ids.append(event.id) }
            }
            return .proceed
        }
        var next = head
        var isFirst = true
        try? log.forEachBlock(ReadPlan(direction: .backward)) { block in
            for index in 0..<block.count {
                let positions = block.positions(at: index)
                precondition(isFirst || positions.upperBound < next, "positions fall")
                (next, isFirst) = (positions.lowerBound, false)
            }
            return .proceed
        }
        for id in ids { _ = try? log.position(of: id) }
        for summary in ((try? log.streams()) ?? []).prefix(maxAsked) {
            _ = try? log.stream(named: summary.name)
            try? log.forEachBlock(ReadPlan(stream: summary.name)) { _ in .proceed }
        }
        _ = try? log.storedBytes(at: 1)
    }

    private static func salvage(_ file: PageFile) {
        let salvage = Salvage(of: file, now: 0)
        let report = salvage.report
        precondition(salvage.isEmpty == (report.recovered == 0), "what is recovered is there")
        precondition(report.recovered <= report.end, "no more is recovered than there was")
        precondition(report.lost.allSatisfy { $0.positions.upperBound <= report.end })
    }
}

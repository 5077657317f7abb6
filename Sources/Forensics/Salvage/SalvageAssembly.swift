internal import Digest
internal import EventLog
internal import Platform

/// Puts recovered records together as a new log and declares what is missing between them.
struct SalvageAssembly {
    private let pile: RecordPile
    private let identity: LogIdentity?
    private let sourceHead: LogHead?
    private let logIDs: [(id: LogID, first: UInt64)]
    private let now: Int64
    private(set) var report: SalvageReport
    private(set) var restoration: LogRestoration
    private var lastEdge: SalvageReport.Edge?
    /// Positions lost that are not declared yet.
    private var pending: ClosedRange<UInt64>?

    init(_ search: SalvageSearch, now: Int64) {
        pile = search.pile
        identity = search.identity
        sourceHead = search.head
        logIDs = search.logIDs.sorted { $0.first < $1.first }
        self.now = now
        report = search.report
        report.end = search.report.endIsKnown ? search.head?.position ?? 0 : max(search.pile.last, 0)
        restoration = LogRestoration(
            identity: Self.identity(
                search.identity, search.head, logIDs, end: report.end, endIsKnown: report.endIsKnown, now))
    }

    /// Who the new log is: never the one that it was taken from, which it names as its origin.
    private static func identity(
        _ source: LogIdentity?, _ head: LogHead?, _ logIDs: [(id: LogID, first: UInt64)], end: UInt64,
        endIsKnown: Bool, _ now: Int64
    ) -> LogIdentity {
        let known = source?.recordEpochs ?? []
        let found = logIDs.map { LogIdentity.Epoch(logID: $0.id, firstPosition: $0.first, root: .zero) }
        let none = LogIdentity.Epoch(logID: .random(), firstPosition: 1, root: .zero)
        let epochs = known.isEmpty ? (found.isEmpty ? [none] : found) : known
        let origin = LogOrigin(
            logID: source?.logID ?? epochs[epochs.count - 1].logID, position: end,
            root: endIsKnown ? head?.root : nil, epochs: epochs, recordsThrough: end,
            traits: endIsKnown ? .salvaged : [.salvaged, .incomplete])
        return LogIdentity(of: .random(), created: source?.created ?? now, from: origin)
    }

    mutating func run() {
        report.forks = pile.forks.sorted()
        var next: UInt64 = 1
        let gaps = pile.gaps.values.filter { $0.range.upperBound <= report.end }
            .sorted { $0.range.lowerBound < $1.range.lowerBound }
        var gapIndex = 0
        for position in pile.positions where position <= report.end && position >= next {
            declare(upTo: position, &next, gaps, &gapIndex)
            guard position >= next else { continue }
            if pile.forks.contains(position) {
                lose(position...position)
            } else {
                add(position)
            }
            next = position + 1
        }
        if next <= report.end {
            declare(upTo: report.end + 1, &next, gaps, &gapIndex)
        }
        flush()
        report.head = restoration.head
    }

    /// Declares what stands before `position`: gaps that the log declared itself, and what was lost.
    private mutating func declare(
        upTo position: UInt64, _ next: inout UInt64,
        _ gaps: [(range: ClosedRange<UInt64>, reason: MissingReason)], _ index: inout Int
    ) {
        while next < position {
            while index < gaps.count, gaps[index].range.lowerBound < next { index += 1 }
            guard index < gaps.count, gaps[index].range.upperBound < position else {
                lose(next...position - 1)
                next = position
                return
            }
            let gap = gaps[index]
            if gap.range.lowerBound > next { lose(next...gap.range.lowerBound - 1) }
            flush()
            if (try? restoration.append(missing: gap.range, reason: gap.reason)) == nil {
                lose(gap.range)
            } else {
                report.declaredBefore += 1
            }
            next = gap.range.upperBound + 1
        }
    }

    private mutating func lose(_ range: ClosedRange<UInt64>) {
        pending = pending.map { $0.lowerBound...range.upperBound } ?? range
    }

    /// Declares the lost positions before what comes next.
    private mutating func flush() {
        guard let lost = pending else { return }
        pending = nil
        guard (try? restoration.append(missing: lost, reason: .salvaged)) != nil else { return }
        report.lost.append(SalvageReport.Lost(positions: lost, before: lastEdge, after: nil))
    }

    private mutating func add(_ position: UInt64) {
        flush()
        let provenance = pile.provenance(of: position) ?? .scan
        let isCarved = provenance == .page || provenance == .scan
        var restoration = LogRestoration(identity: restoration.identity)
        swap(&restoration, &self.restoration)
        defer { swap(&restoration, &self.restoration) }
        do throws(LogError) {
            let recorded = try pile.with(position) { (block, index) throws(LogError) -> Int64 in
                switch block.entry(at: index) {
                case .event(let event):
                    var restored = try RestoredEvent(event)
                    if isCarved { restored.flags.insert(.salvaged) }
                    try restoration.append(restored)
                    return event.recorded
                case .withheld(let event):
                    var stub = try RestoredStub(event)
                    if isCarved { stub.flags.insert(.salvaged) }
                    try restoration.append(stub)
                    return event.recorded
                case .missing, .unreadable:
                    throw LogError(.damaged, "nothing stands there", position: position)
                }
            }
            guard let recorded else { return lose(position...position) }
            noteEdge(SalvageReport.Edge(position: position, recorded: recorded))
            report.recovered += 1
            report.counts[provenance.rawValue] += 1
        } catch {
            report.refused.append(position)
            lose(position...position)
        }
    }

    private mutating func noteEdge(_ edge: SalvageReport.Edge) {
        if let last = report.lost.indices.last, report.lost[last].after == nil {
            report.lost[last].after = edge
        }
        lastEdge = edge
    }
}

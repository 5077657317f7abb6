internal import EventLog
internal import Platform

/// Looks for records: in the snapshots, then everywhere in the file.
struct SalvageSearch {
    let file: PageFile
    private(set) var pile = RecordPile()
    var report = SalvageReport()
    /// Who the log is, as far as its own record can be read.
    private(set) var identity: LogIdentity?
    /// Where the newest snapshot that can be read says that it ends.
    private(set) var head: LogHead?
    /// The ids of logs under which records were found, with the first position of each.
    private(set) var logIDs: [(id: LogID, first: UInt64)] = []

    /// Bytes that are looked through at a time; entries may reach past them.
    private static let window = 8 * 1024 * 1024

    init(_ file: PageFile) { self.file = file }

    /// Whether some position up to the end is not accounted for, or the end is not known.
    var isIncomplete: Bool { !report.endIsKnown || !isDense }

    private var isDense: Bool {
        guard let head else { return false }
        let covered = pile.gaps.values.reduce(UInt64(pile.count)) { $0 + UInt64($1.range.count) }
        return covered == head.position
    }

    mutating func run() {
        let container = ContainerCheck.run(over: file)
        report.pages = file.pageCount
        report.damagedPages =
            Set(
                container.findings.filter { $0.severity == .damaged }.compactMap(\.page)
            ).count
        report.endIsKnown = file.metaFindings.isEmpty && file.metas.count == 2
        read(.newest, .newestSnapshot)
        if head == nil { report.endIsKnown = false }
        guard isIncomplete else { return }
        if file.older != nil { read(.older, .olderSnapshot) }
        guard isIncomplete else { return }
        scan()
    }

    /// Takes what a snapshot yields.
    private mutating func read(_ snapshot: ForensicLog.Snapshot, _ provenance: SalvageReport.Provenance) {
        guard let log = try? ForensicLog(file, snapshot: snapshot) else { return }
        if identity == nil { identity = log.identity() }
        if head == nil { head = log.head() }
        try? log.forEachBlock { block in
            for index in 0..<block.count {
                switch block.entry(at: index) {
                case .event(let event):
                    note(event.logID, event.position)
                    pile.add(block, index, at: event.position, provenance)
                case .withheld(let event):
                    note(event.logID, event.position)
                    pile.add(block, index, at: event.position, provenance)
                case .missing(let range, let reason):
                    if reason != .undeclared, reason != .unreadable { pile.addGap(range, reason) }
                case .unreadable: break
                }
            }
            return .proceed
        }
    }

    private mutating func note(_ id: LogID, _ position: UInt64) {
        if let index = logIDs.firstIndex(where: { $0.id == id }) {
            logIDs[index].first = min(logIDs[index].first, position)
        } else {
            logIDs.append((id, position))
        }
    }

    /// Looks for the first bytes of records everywhere.
    private mutating func scan() {
        var start = 0
        while start < file.length {
            let bytes = file.read(start, Self.window + CarvedEntry.longest)
            let end = min(Self.window, bytes.count)
            scan(bytes, start, end)
            start += Self.window
        }
    }

    private mutating func scan(_ bytes: [UInt8], _ start: Int, _ end: Int) {
        let span = bytes.span
        let prefix = CarvedEntry.prefix
        var offset = 0
        while offset < end {
            guard span[offset] == prefix[0], offset + 2 < span.count, span[offset + 1] == prefix[1],
                span[offset + 2] == prefix[2], let entry = CarvedEntry(in: span, at: offset)
            else {
                offset += 1
                continue
            }
            take(entry, span.extracting(offset..<offset + entry.length), at: start + offset)
            offset += entry.length
        }
    }

    private mutating func take(_ entry: CarvedEntry, _ bytes: Span<UInt8>, at offset: Int) {
        guard belongs(entry) else { return }
        switch entry.kind {
        case .gap(let range, let reason):
            if !pile.holds(range.upperBound), !pile.holds(range.lowerBound) { pile.addGap(range, reason) }
        case .record:
            note(entry.logID, entry.position)
            pile.add(carved: bytes, at: entry.position, isOnPage(offset) ? .page : .scan)
        }
    }

    /// Whether an entry is this log's: under one of its ids, and not past an end that is known.
    private func belongs(_ entry: CarvedEntry) -> Bool {
        if report.endIsKnown, let head, entry.position > head.position { return false }
        guard let identity else { return true }
        if case .gap = entry.kind { return true }
        return identity.recordLogID(at: entry.position) == entry.logID
            || (identity.epochs + (identity.origin?.epochs ?? [])).contains {
                $0.logID == entry.logID && $0.firstPosition <= entry.position
            }
    }

    /// Whether an offset lies on a page that carries its own number and may hold records.
    private func isOnPage(_ offset: Int) -> Bool {
        guard let layout = file.layout else { return false }
        let number = offset / layout.pageSize
        let header = file.read(number * layout.pageSize, layout.headerSize)
        guard header.count == layout.headerSize, layout.word(header, 0) == UInt64(number) else {
            return false
        }
        return [2, 4].contains(header.little16(layout.wordSize + 2))
    }
}

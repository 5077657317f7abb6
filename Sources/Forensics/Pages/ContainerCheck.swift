internal import EventLog

/// Checks a data file below its records: length, meta pages, and every page of both snapshots.
///
/// Nothing on the file is believed before it is checked, and nothing is written.
public struct ContainerCheck {
    private let file: PageFile
    private let maxFindings: Int
    private var report = ContainerReport()
    private var known: Set<Finding> = []

    private init(_ file: PageFile, _ maxFindings: Int) {
        self.file = file
        self.maxFindings = maxFindings
    }

    /// Checks a file and keeps at most `maxFindings` findings.
    ///
    /// - Complexity: O(pages); what both snapshots share is read once. Memory of a few bits for each page, and up
    ///   to 4 MiB to remember which pages those are.
    public static func run(over file: PageFile, maxFindings: Int = 1000) -> ContainerReport {
        var check = ContainerCheck(file, maxFindings)
        check.run()
        return check.report
    }

    private mutating func run() {
        report.pagesInFile = file.pageCount
        guard let layout = file.layout else {
            return note(
                Finding(ContainerFindings.foreign, "no page of the file says that it is an LMDB data file"))
        }
        checkMetas(layout)
        checkLength(layout)
        let metas = file.metas.sorted { $0.transaction > $1.transaction }
        var sound: SoundTrees?
        for (index, meta) in metas.enumerated() {
            sound = check(meta, isNewest: index == 0, besides: sound, layout)
        }
    }

    private mutating func note(_ finding: Finding) {
        report.findingCount += 1
        guard report.findings.count < maxFindings else { return }
        report.findings.append(finding)
        known.insert(finding)
    }

    private mutating func checkMetas(_ layout: PageLayout) {
        for finding in file.metaFindings { note(finding) }
        guard let newest = file.newest else { return }
        let (needed, overflow) = (newest.lastPage &+ 1).multipliedReportingOverflow(
            by: UInt64(layout.pageSize))
        if overflow || newest.mapSize < needed {
            note(
                Finding(
                    ContainerFindings.mapSize, "the map has \(newest.mapSize) bytes, too few for its pages",
                    page: UInt64(newest.slot)))
        }
    }

    private mutating func checkLength(_ layout: PageLayout) {
        if file.length % layout.pageSize != 0 {
            note(
                Finding(
                    ContainerFindings.alignment,
                    "\(file.length) bytes are no whole number of pages of \(layout.pageSize) bytes"))
        }
        guard let newest = file.newest else { return }
        if file.pageCount <= newest.lastPage {
            note(
                Finding(
                    ContainerFindings.cutOff,
                    "the file has \(file.pageCount) pages; page \(newest.lastPage) is the last one in use"))
        } else if file.pageCount > newest.lastPage + 1 {
            note(
                Finding(
                    ContainerFindings.excess,
                    "\(file.pageCount - newest.lastPage - 1) pages stand behind the last one in use"))
        }
    }

    /// Checks one snapshot and returns what of it was found to be sound.
    private mutating func check(
        _ meta: MetaPage, isNewest: Bool, besides sound: SoundTrees?, _ layout: PageLayout
    ) -> SoundTrees {
        var walk = SnapshotWalk(file, layout, meta, known: sound)
        walk.run()
        var snapshot = walk.snapshot
        let findings = walk.faults.map { $0.finding(pageSize: layout.pageSize) }
        snapshot.findingCount = walk.faultCount
        snapshot.isWhole = walk.isWhole
        report.snapshots.append(snapshot)
        if isNewest {
            for finding in findings { note(finding) }
            report.findingCount += max(0, walk.faultCount - findings.count)
        } else if let first = findings.first(where: { !known.contains($0) }) {
            note(
                Finding(
                    ContainerFindings.olderSnapshot,
                    "the state before the last commit (transaction \(meta.transaction)): \(first.message)",
                    page: first.page, offset: first.offset))
        }
        return walk.sound
    }
}

extension PageFile {
    /// What is wrong with the meta pages, alone and beside each other.
    public var metaFindings: [Finding] {
        guard let layout else { return [] }
        var findings = metaFaults.map { $0.finding(pageSize: layout.pageSize) }
        for meta in metas where meta.transaction % 2 != UInt64(meta.slot) && meta.transaction > 0 {
            findings.append(
                Finding(
                    ContainerFindings.metaParity,
                    "meta page \(meta.slot) carries transaction \(meta.transaction), the other one's",
                    page: UInt64(meta.slot)))
        }
        // A number that is off by two passes for that of a neighbour, and the older state for the newest.
        for meta in metas {
            guard let freed = lastFreed(meta, layout), freed != meta.transaction else { continue }
            findings.append(
                Finding(
                    ContainerFindings.metaOrder,
                    "meta page \(meta.slot) carries transaction \(meta.transaction), but its list of free "
                        + "pages ends with transaction \(freed)",
                    page: UInt64(meta.slot)))
        }
        if let newest, let older, newest.transaction - older.transaction > 1 {
            findings.append(
                Finding(
                    ContainerFindings.metaOrder,
                    "the meta pages carry transactions \(older.transaction) and \(newest.transaction)"))
        }
        return findings
    }

    /// The last transaction in a snapshot's list of free pages; nil where it is empty or cannot be read.
    ///
    /// Every commit but a log's first replaces pages, and so ends the list with its own: what a compacting copy
    /// leaves is empty.
    private func lastFreed(_ meta: MetaPage, _ layout: PageLayout) -> UInt64? {
        guard var number = meta.free.root else { return nil }
        for _ in 0..<min(meta.free.depth, TreeWalker.deepest) {
            guard let page = try? page(number, upTo: meta.lastPage, layout), page.count > 0 else {
                return nil
            }
            switch page.kind {
            case .branch: number = page.child(page.count - 1)
            case .leaf:
                let key = page.key(page.count - 1)
                return key.count == layout.wordSize ? layout.word(key, 0) : nil
            case .items: return nil
            }
        }
        return nil
    }
}

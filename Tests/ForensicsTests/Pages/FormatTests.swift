import EventLog
import Foundation
import TestSupport
import Testing

@testable import Forensics

/// What the format allows and a log does not use: read as liblmdb reads it, on pages and words of any size.
struct FormatTests {
    private static let layouts = [8, 4].flatMap { word in
        [4096, 16384, 32768].map { PageLayout(wordSize: word, pageSize: $0) }
    }
    /// Small pages that liblmdb takes, and larger ones than it makes.
    private static let unusual = [8, 4].flatMap { word in
        [512, 1024, 65536].map { PageLayout(wordSize: word, pageSize: $0) }
    }
    private static let largestOfLibrary = 32768

    private static let made = Result { try Made(seed: 7, commits: 6) }
    private static let sample = Result { try SampleLog.make(events: 150) }

    /// A file that liblmdb made, and what it held after its last two commits.
    private struct Made {
        let bytes: [UInt8]
        /// The file as it was some commits before.
        let earlier: [UInt8]
        let newest: [TableContent]
        let older: [TableContent]

        init(seed: UInt64, commits: Int) throws {
            let folder = try Folder()
            let path = folder.path("data.mdb")
            let file = try LibraryFile(at: path, isWritten: true)
            var random = SplitMix64(seed: seed)
            var (newest, older, earlier): ([TableContent], [TableContent], [UInt8]) = ([], [], [])
            for commit in 1...commits {
                try file.write(ManyValues.changes(&random), to: ManyValues.tables)
                if commit == commits / 2 { earlier = try Made.read(path) }
                if commit == commits - 1 { older = try file.content() }
                if commit == commits { newest = try file.content() }
            }
            (bytes, self.earlier, self.newest, self.older) = (try Made.read(path), earlier, newest, older)
        }

        private static func read(_ path: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        }
    }

    /// Holds both snapshots of a file against what they hold.
    private static func expect(
        _ bytes: [UInt8], newest: [TableContent], older: [TableContent], _ what: Comment
    ) throws {
        let file = PageFile(bytes: bytes)
        #expect(ContainerCheck.run(over: file).findings == [], what)
        for (meta, content) in [(file.newest, newest), (file.older, older)] {
            let walked = try TableContent.walked(file, try #require(meta))
            #expect(walked.faults == [], what)
            #expect(walked.tables == content, what)
        }
    }

    /// What liblmdb reads in a file, and in the state before its last commit.
    private static func read(_ bytes: [UInt8], _ layout: PageLayout, older: Bool) throws -> [TableContent] {
        let folder = try Folder()
        var bytes = bytes
        if older {
            let slots = try [#require(PageFile(bytes: bytes).older), #require(PageFile(bytes: bytes).newest)]
            let (from, to) = (slots[0].slot * layout.pageSize, slots[1].slot * layout.pageSize)
            bytes.replaceSubrange(to..<to + layout.pageSize, with: bytes[from..<from + layout.pageSize])
        }
        return try LibraryFile(at: folder.write(bytes, to: "data.mdb"), isWritten: false).content()
    }

    @Test(arguments: 1...4)
    func `Lists, trees and items of many values read as liblmdb reads them`(_ seed: Int) throws {
        let made = try Made(seed: UInt64(seed), commits: 3 * seed)
        try Self.expect(made.bytes, newest: made.newest, older: made.older, "seed \(seed)")
        let kinds = Self.census(made.bytes)
        #expect(kinds.isSuperset(of: [.items, .lists, .itemLists, .trees, .runs]), "seed \(seed): \(kinds)")
    }

    @Test(arguments: layouts)
    func `Any words and pages hold the same`(_ layout: PageLayout) throws {
        let made = try Self.made.get()
        let bytes = FileBuilder.file(older: made.older, newest: made.newest, layout)
        #expect(PageFile(bytes: bytes).layout == layout)
        try Self.expect(bytes, newest: made.newest, older: made.older, "\(layout)")
        // Where this machine's liblmdb can read the file, it vouches for how it was laid out.
        if layout.wordSize == 8 {
            #expect(try Self.read(bytes, layout, older: false) == made.newest)
            #expect(try Self.read(bytes, layout, older: true) == made.older)
        }
    }

    @Test(arguments: layouts + unusual)
    func `A log on any words and pages is the same log`(_ layout: PageLayout) throws {
        let sample = try Self.sample.get()
        let folder = try Folder()
        let newest = try LibraryFile(at: folder.write(sample.bytes, to: "a.evlog"), isWritten: false)
            .content()
        let older = try LibraryFile(at: folder.write(sample.earlier, to: "b"), isWritten: false).content()
        let bytes = FileBuilder.file(older: older, newest: newest, layout)
        try Self.expect(bytes, newest: newest, older: older, "\(layout)")
        let judgement = Judgement(bytes, of: sample)
        #expect(judgement.failure == nil)
        #expect(!judgement.isHarmed && !judgement.isNoticed)
        #expect((judgement.shown, judgement.salvaged) == (150, 150))
        let (wide, twin) = (
            try ForensicLog(PageFile(bytes: sample.bytes)), try ForensicLog(PageFile(bytes: bytes))
        )
        #expect(try twin.identity() == wide.identity() && twin.streams() == wide.streams())
        let before = try ForensicLog(PageFile(bytes: bytes), snapshot: .older)
        let known = try SampleLog.records(of: before)
        #expect(known.count == Int(before.head().position))
        #expect(known.elementsEqual(sample.records.prefix(known.count)))
        if layout.wordSize == 8, layout.pageSize <= Self.largestOfLibrary {
            let log = try EventLog.open(at: folder.write(bytes, to: "c.evlog"), access: .readUnlocked)
            #expect(try SampleLog.records(of: log) == sample.records)
            log.close()
        }
    }
}

// MARK: What stands in a file

extension FormatTests {
    private enum Structure {
        case items, lists, itemLists, trees, runs
    }

    /// Which structures the pages of a file have.
    private static func census(_ bytes: [UInt8]) -> Set<Structure> {
        var found: Set<Structure> = []
        for start in stride(from: 2 * 4096, to: bytes.count, by: 4096) {
            let page = Array(bytes[start..<start + 4096])
            switch page.little16(10) {
            case 0x22: found.insert(.items)
            case 4: found.insert(.runs)
            case 2:
                guard let page = try? Page(page, number: UInt64(start / 4096), layouts[0]) else { continue }
                for index in 0..<page.count { note(page, index, &found) }
            default: break
            }
        }
        return found
    }

    private static func note(_ page: Page, _ index: Int, _ found: inout Set<Structure>) {
        switch page.flags(index) {
        case [.manyValues, .tree]: found.insert(.trees)
        case .manyValues:
            let flags = page.bytes.little16(page.inlineRange(index).lowerBound + 10)
            found.insert(flags == 0x72 ? .itemLists : .lists)
        default: break
        }
    }
}

// MARK: Damage

extension FormatTests {
    /// Files that are harmed; TRAVELOG_MUTATIONS says otherwise.
    private static var count: Int { Settings.mutations / 2 }

    @Test func `No damage to many values kills the walk or leads it astray`() throws {
        let made = try Made(seed: 11, commits: 5)
        let kinds = Mutation.allCases
        let most = made.bytes.count
        var noticed = 0
        for number in 0..<Self.count {
            var random = SplitMix64(seed: Settings.seed &+ UInt64(number))
            // Half of them go for what says where things are, the other half for anything.
            let bytes =
                number % 2 == 0
                ? Self.harmStructure(made.bytes, &random)
                : kinds[number / 2 % kinds.count].apply(to: made.bytes, earlier: made.earlier, &random)
            let file = PageFile(bytes: bytes)
            let report = ContainerCheck.run(over: file)
            if report.severity.map({ $0 >= .warning }) == true { noticed += 1 }
            for meta in file.metas {
                let walked = try TableContent.walked(file, meta)
                let size = walked.tables.reduce(0) { sum, table in
                    table.entries.reduce(sum) { $0 + $1.value.count }
                }
                // Every page is entered once, so nothing is read twice but the items of overlapping nodes.
                #expect(size <= most * 256, "seed \(Settings.seed), number \(number)")
                if walked.faults.isEmpty, report.findings.isEmpty {
                    let isNewest = meta == file.newest
                    let known = isNewest ? made.newest : made.older
                    let counts = walked.tables.map(\.entries.count)
                    #expect(counts == known.map(\.entries.count), "number \(number)")
                }
            }
            #expect((try? ForensicLog(file)) == nil)
            if number % 5 == 0 { _ = Salvage(of: file, now: 0) }
        }
        #expect(noticed > Self.count / 2)
        Settings.report("mutations", executions: Self.count)
    }

    @Test func `A damaged log on the words of another machine is judged like any other`() throws {
        let sample = try Self.sample.get()
        let folder = try Folder()
        let newest = try LibraryFile(at: folder.write(sample.bytes, to: "a.evlog"), isWritten: false)
            .content()
        let older = try LibraryFile(at: folder.write(sample.earlier, to: "b"), isWritten: false).content()
        let layout = PageLayout(wordSize: 4, pageSize: 4096)
        // Some commits before: no two states of a file have the same number.
        let earlier = FileBuilder.file(older: [], newest: older, layout, transaction: 2)
        let whole = FileBuilder.file(older: older, newest: newest, layout)
        let kinds = Mutation.allCases
        var findings = 0
        for number in 0..<Self.count {
            let kind = kinds[number % kinds.count]
            var random = SplitMix64(seed: Settings.seed &+ UInt64(number))
            let bytes = kind.apply(to: whole, earlier: earlier, &random)
            let judgement = Judgement(bytes, of: sample)
            if let failure = judgement.failure {
                findings += 1
                Issue.record("seed \(Settings.seed), number \(number), \(kind.rawValue): \(failure)")
            }
        }
        Settings.report("mutations", executions: Self.count, findings: findings)
    }

    /// Changes bytes of a page's header, of a node's, or of what stands first in a node's data.
    private static func harmStructure(_ whole: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = whole
        for _ in 0..<random.number(1...3) {
            let start = random.number(0...bytes.count / 4096 - 1) * 4096
            let slots = min(2000, max(0, Int(bytes[start..<start + 16].dropFirst(12).first ?? 0) / 2 - 8))
            var offset = start + random.number(0...15)
            if slots > 0, random.oneIn(2) {
                let slot = Array(bytes[start..<start + 4096]).little16(16 + 2 * random.number(0...slots - 1))
                offset = start + min(4095, Int(slot) + random.number(0...40))
            }
            bytes[offset] =
                random.oneIn(2)
                ? UInt8(random.number(0...255)) : bytes[offset] ^ (1 << UInt8(random.number(0...7)))
        }
        return bytes
    }
}

import EventLog
import TestSupport
import Testing

@testable import Forensics

/// Files that lead many entries to the same pages, so that reading each of them in full would never end.
struct SharedPagesTests {
    private static let layout = PageLayout(wordSize: 8, pageSize: 4096)

    /// A log of `count` events, each too long for a page, whose entries all lead to the pages of one of them.
    private static func log(of count: Int, sharing owner: Int) throws -> (bytes: [UInt8], sample: SampleLog) {
        let sample = try SampleLog.make(events: count, length: 9000)
        let folder = try Folder()
        let path = try folder.write(sample.bytes, to: "a.evlog")
        let content = try LibraryFile(at: path, isWritten: false).content()
        var bytes = FileBuilder.file(older: [], newest: content, layout)
        var runs: [(at: Int, page: UInt64)] = []
        for start in stride(from: 2 * layout.pageSize, to: bytes.count, by: layout.pageSize) {
            let number = UInt64(start / layout.pageSize)
            let page = try? Page(bytes.bytes(start..<start + layout.pageSize), number: number, layout)
            guard let page, page.kind == .leaf else { continue }
            for index in 0..<page.count
            where page.flags(index) == .overflow && page.keyRange(index).count == 8 {
                runs.append((start + page.inlineRange(index).lowerBound, page.overflowPage(index)))
            }
        }
        #expect(runs.count == count)
        let target = runs[owner].page
        for run in runs {
            for shift in 0..<8 {
                bytes[run.at + shift] = UInt8(truncatingIfNeeded: target >> (8 * UInt64(shift)))
            }
        }
        return (bytes, sample)
    }

    @Test func `Only the event whose pages they are is read, the others not even in part`() throws {
        let (bytes, sample) = try Self.log(of: 60, sharing: 17)
        let file = PageFile(bytes: bytes)
        let log = try ForensicLog(file)
        var entries: [UInt64] = []
        try log.forEachBlock { block in
            for index in 0..<block.count {
                entries.append(block.lastPosition(at: index))
                switch block.entry(at: index) {
                case .event(let event):
                    #expect(event.position == 18)
                    #expect(copy(event.bytes) == sample.records[17])
                case .unreadable(let position, let why):
                    #expect(position != 18)
                    #expect(why.description == "a page of the file is damaged")
                default: Issue.record("an entry of another kind")
                }
            }
            return .proceed
        }
        #expect(entries == Array(1...60))
        let report = ContainerCheck.run(over: file)
        #expect(report.findings.contains { $0.kind == ContainerFindings.pageTwice })
        #expect(Judgement(bytes, of: sample).failure == nil)
    }

    @Test func `Rows that share their pages end the reading of the table`() throws {
        let sample = try SampleLog.make(events: 20)
        let folder = try Folder()
        let path = try folder.write(sample.bytes, to: "a.evlog")
        var content = try LibraryFile(at: path, isWritten: false).content()
        let rows = try #require(content.firstIndex { $0.name == Array("rows".utf8) })
        content[rows].entries = (0..<50).map { number in
            let value = [UInt8](repeating: 7, count: number == 0 ? 400_000 : 3000)
            return TableContent.Entry(key: [0x61, UInt8(number)], value: value)
        }
        let whole = FileBuilder.file(older: [], newest: content, Self.layout)
        #expect(try Self.rows(whole) == 50)
        var bytes = whole
        try Self.share(&bytes)
        #expect(throws: LogError.self) { try Self.rows(bytes) }
    }

    private static func rows(_ bytes: [UInt8]) throws -> Int {
        var count = 0
        try ForensicLog(PageFile(bytes: bytes)).readSide { reader in
            try reader.forEach(in: .rows, prefix: []) { _, _ in
                count += 1
                return true
            }
        }
        return count
    }

    /// Gives every row the longest one's pages and length.
    private static func share(_ bytes: inout [UInt8]) throws {
        var longest: (page: UInt64, size: Int) = (0, 0)
        for isWriting in [false, true] {
            for start in stride(from: 2 * layout.pageSize, to: bytes.count, by: layout.pageSize) {
                let number = UInt64(start / layout.pageSize)
                let content = bytes.bytes(start..<start + layout.pageSize)
                guard let page = try? Page(content, number: number, layout), page.kind == .leaf else {
                    continue
                }
                for index in 0..<page.count
                where page.flags(index) == .overflow && page.keyRange(index).count == 2 {
                    if !isWriting {
                        let found = (page.overflowPage(index), page.valueSize(index))
                        if found.1 > longest.size { longest = found }
                        continue
                    }
                    let (size, at) = (start + page.keyRange(index).lowerBound - 8, page.inlineRange(index))
                    for shift in 0..<4 { bytes[size + shift] = UInt8(longest.size >> (8 * shift) & 255) }
                    for shift in 0..<8 {
                        bytes[start + at.lowerBound + shift] = UInt8(
                            longest.page >> (8 * UInt64(shift)) & 255)
                    }
                }
            }
        }
    }
}

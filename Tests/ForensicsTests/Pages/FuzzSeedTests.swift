import EventCoding
import EventLog
import Foundation
import TestSupport
import Testing

@testable import Forensics

/// The small data files from which the fuzzer starts; TRAVELOG_RECORD_SEEDS=1 writes them anew.
struct FuzzSeedTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Tools/evfuzz/Seeds/pages").standardizedFileURL
    private static let layouts = [
        ("wide-256", PageLayout(wordSize: 8, pageSize: 256)),
        ("wide-512", PageLayout(wordSize: 8, pageSize: 512)),
        ("narrow-256", PageLayout(wordSize: 4, pageSize: 256)),
    ]
    /// The longest seed: the fuzzer's inputs are no longer.
    private static let longest = 16384

    @Test func `The seeds are whole logs, on pages so small that few bytes make a tree`() throws {
        let isRecording = ProcessInfo.processInfo.environment["TRAVELOG_RECORD_SEEDS"] == "1"
        for (name, layout) in Self.layouts {
            let file = Self.folder.appendingPathComponent(name)
            if isRecording { try Data(Self.make(layout)).write(to: file) }
            let bytes = [UInt8](try Data(contentsOf: file))
            #expect(bytes.count <= Self.longest, "\(name)")
            let pages = PageFile(bytes: bytes)
            #expect(pages.layout == layout)
            #expect(ContainerCheck.run(over: pages).findings == [], "\(name)")
            let log = try ForensicLog(pages)
            #expect(try SampleLog.records(of: log).count == 6, "\(name)")
            #expect(try ForensicLog(pages, snapshot: .older).head().position == 4, "\(name)")
            #expect(try log.streams().count > 1)
        }
    }

    private static func make(_ layout: PageLayout) throws -> [UInt8] {
        let folder = try Folder()
        let path = folder.path("a.evlog")
        let log = try EventLog.create(at: path, durability: .relaxed, clock: { 1_767_225_600_000 })
        var contents: [[TableContent]] = []
        for (stream, count) in [("ann", 3), ("ben", 1), ("ann", 2)] {
            let events = (0..<count).map { number in
                // One is longer than a page.
                ProposedEvent(
                    type: "bell.rung", subject: "bell \(number)",
                    payload: PayloadValue.text(String(repeating: "ring ", count: number * 60)).cbor)
            }
            _ = try log.append(events, to: StreamName(stream))
            try log.changeSide { _ in
                ([SideChange(.rows, key: Array("\(stream)".utf8), value: [UInt8(count)])], ())
            }
            contents.append(try LibraryFile(at: path, isWritten: false).content())
        }
        log.close()
        return FileBuilder.file(older: contents[1], newest: contents[2], layout)
    }
}

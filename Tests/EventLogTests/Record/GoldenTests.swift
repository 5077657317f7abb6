import Digest
import EventCoding
import Foundation
import Testing

@testable import EventLog

/// What was written once stays readable and is written the same way for ever.
///
/// The files are recorded only with `TRAVELOG_RECORD_GOLDEN=1`, and never anew for a version that was released.
@Suite struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Golden")
    private static let isRecording = ProcessInfo.processInfo.environment["TRAVELOG_RECORD_GOLDEN"] == "1"

    private static func check(_ name: String, _ lines: [(name: String, bytes: [UInt8])]) throws {
        let text = lines.map { "\($0.name): \(hex($0.bytes))\n" }.joined()
        let file = folder.appendingPathComponent(name)
        if isRecording { try Data(text.utf8).write(to: file) }
        let golden = try String(contentsOf: file, encoding: .utf8)
        let (expected, found) = (golden.split(separator: "\n"), text.split(separator: "\n"))
        for (expected, found) in zip(expected, found) { #expect(expected == found) }
        #expect(expected.count == found.count)
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func bytes(_ hex: some StringProtocol) -> [UInt8] {
        let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    @Test func recordsOfVersion1() throws {
        try Self.check("records-1.txt", try FixedLog.samples().map { ($0.name, $0.record) })
    }

    @Test func recordsOfVersion1AreRead() throws {
        let file = Self.folder.appendingPathComponent("records-1.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 8)
        var block = EventBlock()
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            block.append(copying: Self.bytes(parts[1].dropFirst()).span, foundAt: nil)
        }
        let events = block.events
        try #require(events.count == lines.count)
        #expect(events.map(\.position) == (1...8).map { $0 })
        #expect(events[1].occurred == Timestamp(milliseconds: -62_135_596_800_000, zoneMinutes: 345))
        #expect(events[1].id == id(0x0102_0304_0506_0708))
        #expect(events[1].subject == "p17")
        #expect(events[3].type.utf8.elementsEqual("фото.просмотрено".utf8))
        #expect(events[3].stream.utf8.elementsEqual("josé".utf8))
        #expect(events[3].subject.utf8.elementsEqual("Zürich e\u{301} 東京 🗼".utf8))
        #expect(events[4].recorded == 1_700_000_000_123)
        #expect(events[7].payload == payload(8))
    }

    @Test func recordsOfTheLogItself() throws {
        let fixed = FixedLog()
        var lines: [(name: String, bytes: [UInt8])] = [("head of an empty log", LogState().encoded)]
        try fixed.log.append(events(1...3), to: alice)
        let head = fixed.log.head()
        var state = LogState()
        state.position = 3
        state.recorded = head.recorded
        state.lastGeneratedID = EventID(high: 0x0123_4567_89AB_7DEF, low: 0x8877_6655_4433_2211)
        state.streamCount = 1
        state.frontier = try #require(MerkleFrontier(size: 3, digests: [head.root, .zero]))
        lines.append(("head after three events", state.encoded))
        var identity = fixed.log.identity()
        lines.append(("identity of a new log", identity.encoded))
        identity.fork(LogID(high: 1, low: 2), after: head)
        identity.base = 2
        identity.features.compatible = 1
        identity.features.readOnly = 2
        identity.features.incompatible = .max
        identity.file = .init(device: 65_024, inode: .max)
        lines.append(("identity with everything", identity.encoded))
        lines.append(("resume token", try fixed.log.resumeToken(after: 2).bytes))
        lines.append(("resume token of the start", try fixed.log.resumeToken(after: 0).bytes))
        try Self.check("log-1.txt", lines)
        #expect(try LogState(decoding: state.encoded.span) == state)
        #expect(try LogState(decoding: LogState().encoded.span) == LogState())
        #expect(try LogIdentity(decoding: identity.encoded.span) == identity)
    }
}

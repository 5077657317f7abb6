import Digest
import EventCoding
import EventLog
import Exchange
import TestSupport
import Testing

struct ExportTests {
    // MARK: Whole logs

    @Test(arguments: (1...6).map { UInt64($0) })
    func `C54 Export, import and export give the same bytes and the same root`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var log = try RandomLog.make(&random, events: 90)
        if seed % 2 == 0 { log = try RandomLog.erasing(log, &random) }
        let first = try exported(log)
        let content = try imported(first)
        #expect(content.isExact, "seed \(seed)")
        let copy = MemoryLog(restoring: content.restoration)
        #expect(copy.head() == log.head(), "seed \(seed)")
        #expect(try copy.records() == log.records(), "seed \(seed)")
        #expect(copy.streams() == log.streams(), "seed \(seed)")
        #expect(try exported(copy) == first, "seed \(seed)")
        #expect(try exported(ExportedLog(reading: first)) == first, "seed \(seed)")
    }

    @Test
    func `An empty log travels too`() throws {
        let log = MemoryLog(clock: { 0 })
        let first = try exported(log)
        #expect(lines(first).count == 2)
        #expect(lines(first)[0].contains(#""first":null,"last":null"#))
        let content = try imported(first)
        #expect(content.isExact)
        #expect(try exported(MemoryLog(restoring: content.restoration)) == first)
    }

    @Test
    func `The lines have this form`() throws {
        let log = MemoryLog(clock: { 1_772_446_447_120 })
        try log.append(
            [ProposedEvent(type: "bell.rung", payload: PayloadValue.map(PayloadMap()).cbor)],
            to: StreamName("alice"))
        let texts = try lines(exported(log))
        let root = log.head().root.hex
        let id = log.identity().logID.hex
        let empty = log.identity().epochs[0].root.hex
        try #require(texts.count == 3)
        #expect(
            texts[0] == """
                {"kind":"header","format":1,"log_id":"\(id)","created":"2026-03-02T10:14:07.120Z",\
                "epochs":[{"log_id":"\(id)","first":1,"root":"\(empty)"}],"first":1,"last":1}
                """)
        #expect(
            texts[1].hasPrefix(
                #"{"kind":"event","position":1,"stream":"alice","stream_number":1,"revision":1,"id":""#))
        #expect(texts[2] == #"{"kind":"end","count":1,"head":"1:\#(root)","complete":true,"format":1}"#)
    }

    @Test
    func `The epochs of a copy that was continued travel`() throws {
        var random = SplitMix64(seed: 5)
        let log = try RandomLog.make(&random, events: 30)
        let copy = MemoryLog(restoring: try imported(exported(log)).restoration)
        try RandomLog.fill(copy, &random, events: 10)
        #expect(copy.identity().epochs.count == 2)
        let first = try exported(copy)
        let again = try imported(first)
        #expect(again.restoration.identity.epochs == copy.identity().epochs)
        #expect(try exported(MemoryLog(restoring: again.restoration)) == first)
        // The root that the second epoch names is checked.
        var texts = lines(first)
        texts[0] = texts[0].replacingLast(log.head().root.hex, by: String(repeating: "0", count: 64))
        #expect(refusal(bytes(texts))?.code == .wrongHead)
    }

    // MARK: Parts of logs

    @Test(arguments: (1...8).map { UInt64($0) })
    func `A part becomes a log of its own`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let log = try RandomLog.make(&random, events: 100)
        let scope = try Self.scope(&random)
        let part = try exported(log, scope) { event in scope.condition == nil || event.revision % 2 == 0 }
        let content = try imported(part)
        let copy = MemoryLog(restoring: content.restoration)
        #expect(!content.isExact, "seed \(seed)")
        let range = scope.range ?? 1...100
        #expect(copy.head().position == range.upperBound)
        #expect(copy.identity().logID != log.identity().logID)
        let origin = try #require(copy.identity().origin)
        #expect(origin.logID == log.identity().logID)
        #expect(origin.root == log.head().root)
        #expect(origin.position == 100)
        #expect(origin.traits.contains(.partial) == (scope.range != nil))
        #expect(origin.traits.contains(.filtered) == scope.isFiltered)
        // Records stay as they were, wherever they stand.
        let known = Set(try log.records().compactMap { $0 })
        let taken = try copy.records().compactMap { $0 }
        #expect(taken.allSatisfy { known.contains($0) }, "seed \(seed)")
        #expect(UInt64(taken.count) == content.count)
        // Read in place it is the same log as imported, and that log travels whole.
        let read = try ExportedLog(reading: part)
        #expect(read.head() == copy.head(), "seed \(seed)")
        #expect(read.identity().logID == copy.identity().logID)
        let second = try exported(copy)
        #expect(try exported(read) == second, "seed \(seed)")
        let again = try imported(second)
        #expect(again.isExact, "seed \(seed)")
        #expect(try exported(MemoryLog(restoring: again.restoration)) == second, "seed \(seed)")
    }

    private static func scope(_ random: inout SplitMix64) throws -> ExportScope {
        var scope = ExportScope()
        switch Int.random(in: 0...3, using: &random) {
        case 0: scope.range = 20...70
        case 1: scope.stream = try StreamName(RandomLog.streams[Int.random(in: 0...3, using: &random)])
        case 2:
            scope.range = 1...50
            scope.types = ["note.written", "x"]
        default: scope.condition = "revision is even"
        }
        return scope
    }

    @Test
    func `Renumbered events stand without holes, with their times, salts and ids`() throws {
        var random = SplitMix64(seed: 3)
        let log = try RandomLog.erasing(try RandomLog.make(&random, events: 80), &random)
        for scope in [ExportScope(range: 30...60), ExportScope()] {
            let content = try imported(exported(log, scope))
            let copy = MemoryLog(restoring: try content.renumbered())
            let count = scope.range == nil ? 80 : 31
            #expect(copy.head().position == UInt64(count))
            #expect(copy.identity().origin?.traits.contains(.renumbered) == true)
            #expect(copy.identity().logID != log.identity().logID)
            var ids: [EventID] = []
            try copy.forEachBlock { (block: borrowing EventBlock) in
                for index in 0..<block.count {
                    switch block.entry(at: index) {
                    case .event(let event):
                        ids.append(event.id)
                        #expect(event.logID == copy.identity().logID)
                        #expect(event.flags.contains(.imported))
                    case .withheld(let event): ids.append(event.id)
                    case .missing, .unreadable: Issue.record("a hole")
                    }
                }
                return .proceed
            }
            #expect(ids.count == count)
            for id in ids { #expect(try log.position(of: id) != nil) }
            for stream in copy.streams() {
                #expect(try copy.cursor(for: ReadPlan(stream: stream.name)).isAtEnd == false)
            }
            let second = try exported(copy)
            #expect(try exported(MemoryLog(restoring: try imported(second).restoration)) == second)
        }
    }

    // MARK: Cut exports

    @Test
    func `E5 An export that is cut anywhere is refused, and read as far as it goes`() throws {
        var random = SplitMix64(seed: 9)
        let whole = try exported(try RandomLog.make(&random, events: 4))
        let texts = lines(whole)
        let header = texts[0].utf8.count
        // Around each line end, and at every eleventh byte in between.
        var ends: Set<Int> = []
        for (index, byte) in whole.enumerated() where byte == UInt8(ascii: "\n") {
            ends.formUnion([index - 1, index, index + 1, index + 2])
        }
        for length in 0..<(whole.count - 1) where length % 11 == 0 || ends.contains(length) {
            let cut = Array(whole.prefix(length))
            let error = try #require(refusal(cut), "\(length) bytes")
            guard length >= header else { continue }
            // A line that lacks only its end is whole.
            let complete = lines(cut).enumerated().count { texts[$0.offset] == $0.element } - 1
            #expect(error.code == .cutOff, "\(length) bytes: \(error)")
            if complete > 0 {
                #expect(error.message == "export is cut off after event \(complete)", "\(length) bytes")
            }
            let log = try ExportedLog(reading: cut)
            #expect(log.isCutOff && !log.isWhole)
            #expect(log.lastPosition == UInt64(complete))
            let records = try log.records()
            #expect(records.prefix(complete).allSatisfy { $0 != nil })
            #expect(records.count == (complete < 4 ? complete + 1 : complete), "\(length) bytes")
            #expect(log.head().position == 4)
        }
        // The last line end may be missing: nothing is lost.
        #expect(try imported(Array(whole.dropLast())).isExact)
    }
}

extension String {
    func replacingLast(_ part: String, by other: String) -> String {
        guard let range = self.range(of: part, backwards: true) else { return self }
        return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }

    private func range(of part: String, backwards: Bool) -> Range<String.Index>? {
        var found: Range<String.Index>?
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { found = start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return found
    }
}

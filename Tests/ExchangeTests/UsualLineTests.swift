import Digest
import EventCoding
import EventLog
import StrictJSON
import TestSupport
import Testing

@testable import Exchange

/// Lines that are read where the parser left them, beside the same lines read by way of values of any shape.
struct UsualLineTests {
    /// What a line is: its event and leaf, or something else.
    private enum Reading: Equatable {
        case event(KeptPart, [UInt8], Timestamp, String, [[UInt8]], UInt16, String?)
        case other(String)
    }

    private static func reading(_ line: ExportLine) -> Reading {
        guard case .event(let event, let leaf) = line else { return .other("\(line)") }
        return .event(
            event.kept, Array(event.stream.text.utf8), event.occurred, event.subject,
            [event.salt, event.metadata, event.payload], event.flags.rawValue, leaf?.hex)
    }

    /// The line by way of values alone.
    private func plain(_ line: [UInt8], _ identity: LogIdentity) -> Result<Reading, ExchangeError> {
        let value: PayloadValue
        do throws(JSONError) {
            value = try StrictJSON.parse(
                line.span,
                limits: StrictJSON.Limits(
                    maximumBytes: ExportReader.maximumLineBytes, maximumDepth: CBORView.maximumDepth + 1))
        } catch { return .failure(ExchangeError(error)) }
        do throws(LineFault) {
            return .success(Self.reading(try ExportLine(value) { identity.recordLogID(at: $0) }))
        } catch { return .failure(error.located(in: line, number: 1)) }
    }

    private func usual(
        _ line: [UInt8], _ identity: LogIdentity, _ parser: inout ExportLineParser
    ) -> Result<Reading, ExchangeError> {
        do throws(ExchangeError) {
            let place = ExportPlace(number: 1, range: 0..<line.count)
            return .success(Self.reading(try parser.line(at: place, in: line, of: identity)))
        } catch { return .failure(error) }
    }

    private func isUsual(_ line: [UInt8], _ identity: LogIdentity) throws -> Bool {
        var parser = JSONLineParser(limits: StrictJSON.Limits(maximumDepth: CBORView.maximumDepth + 1))
        var usual = UsualEventReader()
        let document = try parser.document(in: line.span)
        return usual.read(document, of: identity) != nil
    }

    @Test func `Lines as they are written are read in place, and as values say`() throws {
        let seed: UInt64 = 0x5EED_0090
        var random = SplitMix64(seed: seed)
        var parser = ExportLineParser()
        var inPlace = 0
        for round in 0..<12 {
            let log = try RandomLog.make(&random, events: 60)
            let source = round % 3 == 0 ? try RandomLog.erasing(log, &random) : log
            let identity = source.identity()
            for line in lines(try exported(source)).map({ Array($0.utf8) }) {
                let expected = plain(line, identity)
                #expect(usual(line, identity, &parser) == expected, "seed \(seed), round \(round)")
                if case .success(.event) = expected, try isUsual(line, identity) { inPlace += 1 }
            }
        }
        // Times outside the years that have four digits are written as counts, and read as values.
        #expect(inPlace > 200, "seed \(seed)")
    }

    @Test func `Changed lines are read, or refused, as values are`() throws {
        let seed: UInt64 = 0x5EED_0091
        var random = SplitMix64(seed: seed)
        let log = try RandomLog.make(&random, events: 40)
        let identity = log.identity()
        let texts = lines(try exported(log))
        let pieces =
            [
                "0", "-0", "1.0", "-1", "9007199254740993", "\"", "null", "true", "{}", "[]", ",", ":", " ",
                "\r",
                "A", "g", "\\u0061", "\\ud800", "é", "\"kind\":\"event\",", "\"position\":1,",
                "\"leaf\":null,",
                "\"salvaged\":true,", "\"generated\":1,", "Z", "60", "99999999999999999999", "e5",
            ].map { Array($0.utf8) } + [[0], [0xFF], [0xED, 0xA0, 0x80]]
        var parser = ExportLineParser()
        for round in 0..<2500 {
            var line = Array(texts[random.number(1...(texts.count - 2))].utf8)
            // Before the payload most bytes matter.
            let reach = random.oneIn(2) ? min(line.count, 420) : line.count
            for _ in 0..<random.number(1...2) {
                let place = random.number(0...min(reach, line.count))
                let end = min(line.count, place + random.number(0...3))
                let piece = random.oneIn(4) ? [] : pieces[random.number(0...(pieces.count - 1))]
                line.replaceSubrange(place..<end, with: piece)
            }
            #expect(
                usual(line, identity, &parser) == plain(line, identity),
                "seed \(seed), round \(round): \(String(decoding: line, as: UTF8.self))")
        }
    }

    @Test func `Fields in another order, or spelt otherwise, mean the same`() throws {
        var random = SplitMix64(seed: 0x5EED_0092)
        let log = try RandomLog.make(&random, events: 20)
        let identity = log.identity()
        var parser = ExportLineParser()
        for text in lines(try exported(log)).dropFirst().dropLast() {
            let line = Array(text.utf8)
            let expected = plain(line, identity)
            for changed in [
                " " + text + " \r", text.replacingLast("\"kind\"", by: "\"\\u006bind\""),
                "{" + text.dropFirst(16).dropLast() + ",\"kind\":\"event\"}",
                text.replacingLast(",\"leaf\"", by: " , \"leaf\""),
            ] {
                let bytes = Array(changed.utf8)
                #expect(usual(bytes, identity, &parser) == expected, "\(changed)")
                #expect(plain(bytes, identity) == expected, "\(changed)")
            }
        }
    }

    // MARK: Reading ahead

    /// A log of so many plain events, enough for a second thread.
    private func long(_ count: Int) throws -> MemoryLog {
        let log = MemoryLog(clock: { 1_772_446_447_120 })
        for start in stride(from: 0, to: count, by: 500) {
            let batch = (start..<min(start + 500, count)).map { number in
                var map = PayloadMap()
                map["n"] = .integer(Int64(number))
                return ProposedEvent(
                    type: "bell.rung", subject: "s\(number)", payload: PayloadValue.map(map).cbor)
            }
            try log.append(batch, to: StreamName("stream \(start % 3)"))
        }
        return log
    }

    private var manyEvents: Int { 3 * ExportReadAhead.fewLines }

    @Test func `A long export is the log again, whatever its ends of lines`() throws {
        let log = try long(manyEvents)
        let export = try exported(log)
        let records = try log.records()
        let text = String(decoding: export, as: UTF8.self)
        let windows = Array(text.utf8).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        let blank = Array(text.utf8).flatMap { $0 == 0x0A ? [0x0A, 0x20, 0x0A] : [$0] }
        for bytes in [export, Array(export.dropLast()), windows, blank] {
            let content = try imported(bytes)
            #expect(content.isExact && content.count == UInt64(manyEvents))
            #expect(content.restoration.head == log.head())
            #expect(try MemoryLog(restoring: content.restoration).records() == records)
        }
    }

    @Test func `The first fault is the one that is told, however far the reading is ahead`() throws {
        let texts = lines(try exported(try long(manyEvents)))
        for (first, second) in [(5, 6), (300, 200), (700, 1900), (2600, 2601)] {
            var damaged = texts
            // One line that is no JSON, and one whose leaf is another's.
            damaged[first - 1].removeLast()
            let other = texts[second == 2601 ? 1 : second]
            let start = try #require(other.range(ofLast: "\"leaf\":\"")).lowerBound
            let own = try #require(damaged[second - 1].range(ofLast: "\"leaf\":\"")).lowerBound
            damaged[second - 1] = String(damaged[second - 1][..<own] + other[start...])
            let error = try #require(refusal(bytes(damaged)))
            #expect(error.line == min(first, second))
            #expect(error.code == (first < second ? .invalidJSON : .wrongLeaf))
        }
    }

    @Test func `A long export that is cut off is read up to the cut`() throws {
        let export = try exported(try long(manyEvents))
        for cut in [export.count / 2, export.count - 200, export.count * 9 / 10] {
            let log = try ExportedLog(reading: Array(export[..<cut]))
            let whole = export[..<cut].count { $0 == 0x0A } - 1
            #expect(log.isCutOff && log.lastPosition == UInt64(whole))
        }
        var reader = ExportReader(Array(export[..<(export.count / 2)]))
        #expect(throws: ExchangeError.self) { _ = try reader.read() }
    }

    @Test func `A line beyond the limit is refused with its number`() throws {
        var texts = lines(try exported(try long(manyEvents)))
        texts[2000] += String(repeating: " ", count: ExportReader.maximumLineBytes)
        let error = try #require(refusal(bytes(texts)))
        #expect(error.line == 2001 && error.code == .tooLarge)
    }
}

extension String {
    fileprivate func range(ofLast part: String) -> Range<String.Index>? {
        var end = endIndex
        while end > startIndex {
            end = index(before: end)
            if self[end...].hasPrefix(part) { return end..<index(end, offsetBy: part.count) }
        }
        return nil
    }
}

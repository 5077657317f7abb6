import EventCoding
import EventLog
import Exchange
import StrictJSON
import TestSupport
import Testing

/// Exports that are not taken, and what is said about them.
struct ExportRefusalTests {
    private func sound() throws -> [String] {
        let log = MemoryLog(clock: { 1_772_446_447_120 })
        for number in 1...4 {
            var map = PayloadMap()
            map["n"] = .integer(Int64(number))
            try log.append(
                [ProposedEvent(type: "bell.rung", subject: "s", payload: PayloadValue.map(map).cbor)],
                to: StreamName(number == 3 ? "bob" : "alice"))
        }
        return lines(try exported(log))
    }

    private func replaced(_ part: String, _ other: String, in line: Int, of texts: [String]) -> [UInt8] {
        var texts = texts
        texts[line - 1] = texts[line - 1].replacingLast(part, by: other)
        return bytes(texts)
    }

    @Test
    func `E8 A duplicate position names both lines`() throws {
        var texts = try sound()
        texts.insert(texts[2], at: 4)
        let error = try #require(refusal(bytes(texts)))
        #expect(error.code == .misplaced)
        #expect(error.line == 5)
        #expect(error.message == "event 2 stands in line 3 already")
        texts = try sound()
        texts.swapAt(2, 3)
        let swapped = try #require(refusal(bytes(texts)))
        #expect(swapped.line == 3)
        #expect(swapped.message.contains("event 2 is missing before event 3"))
    }

    @Test
    func `A line that was taken out or added is noticed`() throws {
        var texts = try sound()
        texts.remove(at: 2)
        #expect(refusal(bytes(texts))?.code == .misplaced)
        texts = try sound()
        texts.remove(at: 4)
        #expect(refusal(bytes(texts))?.code == .wrongHead)
        texts = try sound()
        texts.append(texts[5])
        #expect(refusal(bytes(texts))?.line == 6)
        texts = try sound()
        texts.insert(texts[0], at: 1)
        #expect(refusal(bytes(texts))?.line == 2)
        texts = try sound()
        texts.removeFirst()
        #expect(refusal(bytes(texts))?.message == "an export begins with a line of kind header")
    }

    @Test
    func `Blank lines and carriage returns mean nothing`() throws {
        let texts = try sound()
        let spaced = texts.flatMap { Array($0.utf8) + Array("\r\n\n \r\n".utf8) }
        #expect(try imported(spaced).isExact)
    }

    @Test
    func `Unknown kinds, keys and formats are refused by name`() throws {
        let texts = try sound()
        let kind = try #require(refusal(replaced(#""kind":"event""#, #""kind":"evnt""#, in: 3, of: texts)))
        #expect(kind.code == .unknownKind)
        #expect(kind.line == 3)
        #expect(kind.column == 9)
        #expect(kind.accepted == ["header", "event", "withheld", "missing", "end"])
        let key = try #require(refusal(replaced(#""salt":"#, #""more":1,"salt":"#, in: 3, of: texts)))
        #expect(key.code == .unknownKey)
        #expect(key.field == "more")
        let format = try #require(
            refusal(replaced(#""format":1,"#, #""format":2,"new":0,"#, in: 1, of: texts)))
        #expect(format.code == .unsupportedFormat)
    }

    @Test
    func `Every key must be there`() throws {
        let texts = try sound()
        for line in texts.indices {
            let value = Array(texts[line].utf8)
            let map = try #require(try StrictJSON.parse(value.span).map)
            for entry in map.entries where entry.key != "leaf" {
                var less = map
                less[entry.key] = nil
                var changed = texts
                changed[line] = PayloadValue.map(less).json
                // Without kind, the last line is no end.
                let error = refusal(bytes(changed))
                #expect(
                    [.missingKey, .unknownKind, .cutOff].contains(error?.code),
                    "\(entry.key) of line \(line + 1): \(String(describing: error))")
            }
        }
    }

    @Test
    func `No field can be changed unnoticed`() throws {
        let texts = try sound()
        let changes: [(String, String)] = [
            (#""position":2"#, #""position":3"#), (#""stream":"alice""#, #""stream":"alicf""#),
            (#""stream_number":1"#, #""stream_number":9"#), (#""revision":2"#, #""revision":3"#),
            (#""type":"bell.rung""#, #""type":"bell.rang""#),
            (#""schema_version":1"#, #""schema_version":2"#),
            (#""subject":"s""#, #""subject":"t""#), (#""zone":0"#, #""zone":60"#),
            (#""index":0"#, #""index":1"#), (#""size":1"#, #""size":2"#), (#""n":2"#, #""n":2.0"#),
            (#""n":2"#, #""n":3"#), (#""metadata":{}"#, #""metadata":{"a":1}"#),
            (#""occurred":"2026"#, #""occurred":"2025"#), (#""recorded":"2026"#, #""recorded":"2027"#),
            (#""clock":"2026"#, #""clock":"2025"#), (#""leaf":""#, #""leaf":"0"#),
        ]
        for (part, other) in changes {
            let changed = replaced(part, other, in: 3, of: texts)
            #expect(changed != bytes(texts), "\(part) does not stand there")
            let error = refusal(changed)
            #expect(error?.line == 3, "\(part): \(String(describing: error))")
        }
    }

    @Test
    func `Values have one spelling`() throws {
        let texts = try sound()
        let changes: [(String, String, ExchangeError.Code)] = [
            ("10:14:07.120Z\",\"clock", "10:14:07.12Z\",\"clock", .invalidTime),
            ("10:14:07.120Z\",\"clock", "11:14:07.120+01:00\",\"clock", .invalidTime),
            (#""position":2"#, #""position":"2""#, .wrongKind),
            (#""position":2"#, #""position":2.0"#, .wrongKind),
            (#""position":2"#, #""position":0"#, .invalidValue), (#""zone":0"#, #""zone":32768"#, .wrongKind),
            (#""generated":true"#, #""generated":1"#, .wrongKind),
            (#""stream":"alice""#, #""stream":"""#, .invalidStream),
            (#""type":"bell.rung""#, #""type":"\u0007""#, .unknownType),
            (#""salt":""#, #""salt":"zz"#, .invalidValue),
            (#""metadata":{}"#, #""metadata":[]"#, .wrongKind),
            (#""batch":{"#, #""batch":{"x":1,"#, .unknownKey),
            (#""size":1"#, #""size":0"#, .wrongKind),
        ]
        for (part, other, code) in changes {
            let changed = replaced(part, other, in: 3, of: texts)
            #expect(changed != bytes(texts), "\(part) does not stand there")
            let error = refusal(changed)
            #expect(error?.code == code, "\(part) → \(other): \(String(describing: error))")
            #expect(error?.line == 3)
            #expect(error?.column ?? 0 > 1, "\(part) → \(other)")
        }
    }

    @Test
    func `The end is held against the lines`() throws {
        let texts = try sound()
        for (part, other) in [
            (#""count":4"#, #""count":5"#), (#""head":"4:"#, #""head":"5:"#),
            (#""head":"4:"#, #""head":"3:"#),
        ] {
            let error = refusal(replaced(part, other, in: 6, of: texts))
            #expect(error?.code == .wrongHead, "\(other)")
            #expect(error?.line == 6)
        }
        let zeros = String(repeating: "0", count: 64)
        var changed = texts
        changed[5] = #"{"kind":"end","count":4,"head":"4:\#(zeros)","complete":true,"format":1}"#
        #expect(refusal(bytes(changed))?.message.hasPrefix("the events have the root ") == true)
        // What could not be read whole never passes as the log itself.
        changed[5] = #"{"kind":"end","count":4,"head":"4:\#(zeros)","complete":false,"format":1}"#
        let content = try imported(bytes(changed))
        #expect(!content.isExact)
        #expect(content.restoration.identity.origin?.traits == .incomplete)
    }

    @Test(arguments: (1...4).map { UInt64($0) })
    func `A flipped bit never gives other events`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let log = try RandomLog.make(&random, events: 3)
        let whole = try exported(log)
        let records = try log.records()
        for _ in 0..<200 {
            var flipped = whole
            let index = Int.random(in: 0..<whole.count, using: &random)
            flipped[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
            guard let content = try? imported(flipped) else { continue }
            // Only what no leaf covers may differ: flags, and what the header says beside the log's id.
            let leaves = try MemoryLog(restoring: content.restoration).records()
            #expect(leaves.count == records.count, "seed \(seed), byte \(index)")
            #expect(content.restoration.head.root == log.head().root, "seed \(seed), byte \(index)")
        }
    }

    @Test
    func `Hostile headers are refused without harm`() throws {
        let texts = try sound()
        for (part, other) in [
            (#""first":1,"last":4"#, #""first":0,"last":4"#),
            (#""first":1,"last":4"#, #""first":5,"last":4"#),
            (#""first":1,"last":4"#, #""first":1,"last":"18446744073709551615""#),
            (#""first":1,"last":4"#, #""first":null,"last":4"#),
            (#""first":1,"last":4"#, #""first":null,"last":null"#),
            (#""first":1,"last":4"#, #""first":1,"last":3"#),
            (#""first":1,"last":4"#, #""first":2,"last":4"#),
        ] {
            #expect(refusal(replaced(part, other, in: 1, of: texts)) != nil, "\(other)")
        }
        #expect(
            refusal(
                replaced(
                    #""first":1,"last":4"#, #""first":1,"last":"4611686018427387905","partial":true"#, in: 1,
                    of: texts))?.code == .invalidValue)
        // A range as long as positions go costs nothing.
        let far = replaced(
            #""first":1,"last":4"#, #""first":1,"last":"4611686018427387904","partial":true"#, in: 1,
            of: texts)
        #expect(refusal(far)?.code == .wrongHead)
        for text in ["", "\n\n", "{", "[]", "null", #"{"kind":"header"}"#, "\u{FEFF}" + texts[0]] {
            #expect(refusal(Array(text.utf8)) != nil, "\(text)")
        }
    }
}

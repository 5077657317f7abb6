import EventCoding
import TestSupport
import Testing

@testable import StrictJSON

/// Documents that are read where the parser left them.
@Suite struct DocumentTests {
    /// What a document says of its whole value.
    private func cbor(_ text: String) throws -> [UInt8] {
        var parser = JSONLineParser()
        let bytes = Array(text.utf8)
        return try parser.document(in: bytes.span).cbor(at: 0)
    }

    @Test func `A value in place encodes as its copy does`() throws {
        let seed: UInt64 = 0x5EED_0050
        var random = SplitMix64(seed: seed)
        var parser = JSONLineParser()
        for round in 0..<3000 {
            let value = RandomValues.value(depth: 4, using: &random)
            let bytes = Array(Printer.print(value, using: &random).utf8)
            let document = try parser.document(in: bytes.span)
            let (encoded, copy) = (document.cbor(at: 0), document.value)
            #expect(encoded == value.cbor && copy == value, "seed \(seed), round \(round)")
        }
    }

    @Test func `Reals are as short as they can be`() throws {
        let seed: UInt64 = 0x5EED_0051
        var random = SplitMix64(seed: seed)
        var reals: [Double] = [
            0, -0.0, 1, 65_504, 65_505, 65_520, 5.960464477539063e-08, 2.9802322387695312e-08,
            6.103515625e-05,
            6.097555160522461e-05, 3.4028234663852886e38, 3.4028235e38, 3.4028236e38, 1.401298464324817e-45,
            .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, 1.0 / 3,
        ]
        for _ in 0..<5000 {
            let bits = random.next()
            reals += [
                Double(bitPattern: bits), Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))),
                Double(Int16(truncatingIfNeeded: bits)) / Double(1 << (bits >> 60)),
            ]
        }
        for real in reals where real.isFinite {
            for real in [real, -real] {
                let text = "\(real)"
                let number = text.contains(".") || text.contains("e") ? text : text + ".0"
                let encoded = try cbor(number)
                #expect(encoded == PayloadValue.real(real).cbor, "seed \(seed): \(number)")
            }
        }
    }

    @Test(arguments: [0, 23, 24, 255, 256, 65_535, 65_536])
    func `Heads grow with what they count`(count: Int) throws {
        let text = String(repeating: "x", count: count)
        #expect(try cbor("\"\(text)\"") == PayloadValue.text(text).cbor)
        let list = Array(repeating: "0", count: count).joined(separator: ",")
        #expect(
            try cbor("[\(list)]") == PayloadValue.list(Array(repeating: .integer(0), count: count)).cbor)
        let keys = (0..<count).map { "\"k\($0)\":\($0)" }.reversed().joined(separator: ",")
        let members = (0..<count).map { ("k\($0)", PayloadValue.integer(Int64($0))) }
        #expect(try cbor("{\(keys)}") == map(members).cbor)
    }

    @Test func `Fields are found in the usual order alone`() throws {
        let keys = JSONKeys(["a", "bb", "c"])
        var parser = JSONLineParser()
        var members: [Int] = []
        func find(_ text: String) throws -> [Int]? {
            let bytes = Array(text.utf8)
            let document = try parser.document(in: bytes.span)
            return document.findMembers(of: 0, keys, &members) ? members : nil
        }
        #expect(try find(#"{"a":1,"bb":2,"c":3}"#) == [2, 4, 6])
        #expect(try find(#"{"\u0061":[1,{"x":[]}],"c":3}"#) == [2, 0, 8])
        #expect(try find(#"{"bb":{}}"#) == [0, 2, 0])
        #expect(try find("{}") == [0, 0, 0])
        #expect(try find(#"{"bb":1,"a":2}"#) == nil)
        #expect(try find(#"{"a":1,"d":2}"#) == nil)
        #expect(try find(#"{"a":1,"c":2,"cc":3}"#) == nil)
        #expect(try find("[]") == nil)
        #expect(try find("1") == nil)
    }

    @Test func `Values tell their kind`() throws {
        var parser = JSONLineParser()
        let bytes = Array(#"["é",-7,18446744073709551615,1.5,true,false,null,[],{"a":1}]"#.utf8)
        let document = try parser.document(in: bytes.span)
        var text: String?
        if let bytes = document.text(at: 1) { text = String(copyingUTF8: bytes) }
        #expect(text == "é")
        if document.text(at: 2) != nil { Issue.record("a number is no text") }
        #expect(document.integer(at: 1) == nil && document.integer(at: 2) == -7)
        #expect(document.integer(at: 3) == nil && document.integer(at: 4) == nil)
        #expect(document.bool(at: 5) == true && document.bool(at: 6) == false && document.bool(at: 7) == nil)
        #expect(document.entryCount(at: 8) == nil && document.entryCount(at: 9) == 1)
    }

    // MARK: Keys

    @Test(arguments: [2, 3, 8, 63, 64, 65, 66, 129, 1000])
    func `A key that stands twice is refused in objects of every size`(count: Int) {
        let seed: UInt64 = 0x5EED_0052
        var random = SplitMix64(seed: seed)
        var keys = Set<String>()
        while keys.count < count { keys.insert(String(random.next() >> UInt64(random.number(0...60)))) }
        for round in 0..<20 {
            var members = keys.sorted().map { "\"\($0)\":{}" }
            members.shuffle(using: &random)
            #expect(
                (try? cbor("{" + members.joined(separator: ",") + "}")) != nil, "seed \(seed), round \(round)"
            )
            let twice = members[random.number(0...(count - 1))]
            members.insert(twice, at: random.number(0...count))
            guard case .failure(let error) = read("[{" + members.joined(separator: ",") + "}]") else {
                Issue.record("seed \(seed), round \(round): a key stood twice")
                continue
            }
            #expect(error.code == .duplicateKey, "seed \(seed), round \(round)")
        }
    }

    @Test func `Keys are compared decoded, by bytes, and within their object`() {
        for text in [
            #"{"a":1,"\u0061":2}"#, #"{"":1,"":2}"#, #"{"x":{"a":1,"b":{},"a":2}}"#, #"[{"é":1,"\u00e9":2}]"#,
            #"{"a\u0000":1,"a\u0000":2}"#, #"{"12345678":1,"b":{"12345678":0},"12345678":1}"#,
        ] {
            guard case .failure(let error) = read(text) else {
                Issue.record("\(text) was accepted")
                continue
            }
            #expect(error.code == .duplicateKey, "\(text)")
        }
        for text in [
            #"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}",
            #"{"a":1,"a\u0000":2,"aa":3}"#, #"{"abcdefgh1":1,"abcdefgh2":2,"1abcdefgh":3,"2abcdefgh":4}"#,
            #"{"abcd":1,"abce":2,"bbcd":3,"abc":4,"bbc":5,"ab":6,"a":7,"":8}"#,
        ] {
            #expect((try? read(text).get()) != nil, "\(text)")
        }
    }

    // MARK: Strings and numbers

    @Test func `Halves of surrogate pairs are refused wherever they hide`() {
        for text in [
            #""\uD800""#, #""\uDFFF""#, #"["ok","x\uD83Dy"]"#, #"{"\uDC00":1}"#, #"["\uDC00\uD800"]"#,
            #""\uD800\u0041""#,
        ] {
            guard case .failure(let error) = read(text) else {
                Issue.record("\(text) was accepted")
                continue
            }
            #expect(error.code == .loneSurrogate, "\(text)")
        }
        // U+D000 - U+D7FF begin with the same byte as they do.
        #expect((try? read(#"["\uD7FF","\ud55c","한","\uD83D\uDE00"]"#).get()) != nil)
        // A string of 237 bytes has that byte in its length.
        #expect((try? read("[\"" + String(repeating: "a", count: 237) + "\"]").get()) != nil)
    }

    @Test func `Zeros and long numbers are looked at wherever they stand`() {
        for text in ["-0", "[-0]", "{\"a\":-0}", "[0,-0]", "[1, -0 ]", "{\"-0\":\"-0\",\"b\":[\"-0\",-0]}"] {
            guard case .failure(let error) = read(text) else {
                Issue.record("\(text) was accepted")
                continue
            }
            #expect(error.code == .negativeZero, "\(text)")
        }
        let long = "0." + String(repeating: "1", count: 40)
        guard case .failure(let error) = read("{\"a\":0,\"b\":[\"\\\"\(long)\",\(long)]}") else {
            Issue.record("41 digits were accepted")
            return
        }
        #expect(error.code == .numberTooLong)
        let fits = "0." + String(repeating: "1", count: 39)
        #expect((try? read("{\"a\":0,\"b\":[\"\\\"\(long)-0\",\(fits),-0.0,-0e1]}").get()) != nil)
    }

    // MARK: Lines

    private func end(from start: Int, in bytes: [UInt8]) -> Int { JSONLines.end(from: start, in: bytes.span) }

    @Test func `Lines end at their line feed or with the bytes`() {
        let bytes = Array("ab\n\r\n\n  x".utf8)
        #expect(end(from: 0, in: bytes) == 2)
        #expect(end(from: 3, in: bytes) == 4)
        #expect(end(from: 5, in: bytes) == 5)
        #expect(end(from: 6, in: bytes) == 9)
        #expect(end(from: 9, in: bytes) == 9)
        let blank = JSONLines.isBlank(bytes.span.extracting(3..<4))
        let full = JSONLines.isBlank(bytes.span.extracting(6..<9))
        let empty = JSONLines.isBlank(bytes.span.extracting(9..<9))
        #expect(blank && !full && empty)
    }
}

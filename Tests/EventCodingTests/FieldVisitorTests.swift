import EventCoding
import Testing

@Suite struct FieldVisitorTests {
    private let least: [(String, PayloadValue)] = [
        ("name", .text("n")), ("number", .integer(1)), ("weight", .real(1.5)), ("flag", .bool(true)),
        ("part", .map(map([("label", .text("l"))]))), ("parts", .list([])),
    ]

    private func payload(_ changes: [(String, PayloadValue?)]) -> PayloadValue {
        var map = map(least)
        for (key, value) in changes { map[key] = value }
        return .map(map)
    }

    @Test func everyKindSurvives() throws {
        var sample = Sample()
        sample.name = "n"
        sample.note = "e\u{301}"
        (sample.number, sample.optionalNumber) = (-5, .max)
        (sample.weight, sample.optionalWeight) = (2, -0.25)
        (sample.flag, sample.optionalFlag) = (true, false)
        sample.words = ["a", "", "b c"]
        sample.part.label = "l"
        sample.parts = [Part(label: "x"), Part(label: "y", secret: "s")]
        sample.extra["k"] = .null
        let bytes = try sample.encoded()
        _ = try CBORView(validating: bytes.span)
        let back = try Sample(cbor: bytes.span)
        #expect(back == sample)
        #expect(back.hashValue == sample.hashValue)
        #expect(try Sample.normalise(PayloadValue(cbor: bytes.span)).cbor == bytes)
        #expect(try sample.payloadValue().cbor == bytes)
        #expect(try Sample(CBORView(trusted: bytes.span)) == sample)
    }

    @Test func absentValuesAreNotWritten() throws {
        let sample = try Sample(
            payload([("note", .null), ("words", .list([])), ("extra", .map(PayloadMap()))]))
        #expect(sample.note == nil)
        #expect(try sample.payloadValue() == payload([]))
        #expect(try Sample.normalise(payload([("note", .null), ("words", .list([]))])) == payload([]))
    }

    @Test func equalityIsByBytes() {
        var (composed, decomposed) = (Sample(), Sample())
        (composed.name, decomposed.name) = ("\u{e9}", "e\u{301}")
        #expect(composed != decomposed)
        #expect(composed == composed)
    }

    /// Keys to change, the path of the error, and its code.
    static let faults: [(String, PayloadValue?, String, FieldError.Code)] = [
        ("name", nil, "name", .missing), ("name", .null, "name", .missing),
        ("name", .text(""), "name", .invalid), ("name", .bool(true), "name", .wrongKind),
        ("note", .integer(1), "note", .wrongKind), ("note", .map(PayloadMap()), "note", .invalid),
        ("number", .text("1"), "number", .wrongKind), ("number", .real(1), "number", .wrongKind),
        ("number", .unsigned(.max), "number", .wrongKind), ("weight", .text("1"), "weight", .wrongKind),
        ("weight", .real(.nan), "weight", .notFinite),
        ("weight", .integer(9_007_199_254_740_993), "weight", .notFinite),
        ("flag", .integer(1), "flag", .wrongKind), ("words", .text("a"), "words", .wrongKind),
        ("words", .list([.text("a"), .null]), "words[1]", .wrongKind), ("part", nil, "part", .missing),
        ("part", .list([]), "part", .wrongKind), ("part", .map(PayloadMap()), "part.label", .missing),
        ("parts", nil, "parts", .missing), ("parts", .map(PayloadMap()), "parts", .wrongKind),
        ("parts", .list([.null]), "parts[0]", .missing),
        ("parts", .list([.map(map([("label", .integer(1))]))]), "parts[0].label", .wrongKind),
    ]

    @Test(arguments: faults.indices) func faultsNameTheirField(_ index: Int) {
        let (key, value, path, code) = Self.faults[index]
        let payload = payload([(key, value)])
        let error = #expect(throws: FieldError.self) { try Sample(payload) }
        #expect(error?.path == path)
        #expect(error?.code == code)
        #expect(error?.description.hasPrefix(path + " ") == true)
        #expect(throws: FieldError.self) { try Sample.normalise(payload) }
    }

    @Test func encodingChecksTheSameRules() throws {
        var sample = try Sample(payload([]))
        sample.weight = .infinity
        #expect(#expect(throws: FieldError.self) { try sample.encoded() }?.path == "weight")
        sample.weight = 0
        sample.name = ""
        #expect(#expect(throws: FieldError.self) { try sample.encoded() }?.path == "name")
        sample.name = "n"
        sample.extra["x"] = .list([.real(.nan)])
        #expect(#expect(throws: FieldError.self) { try sample.encoded() }?.path == "extra")
        var deep = PayloadValue.null
        for _ in 0..<63 { deep = .list([deep]) }
        sample.extra["x"] = deep
        #expect(#expect(throws: FieldError.self) { try sample.encoded() }?.code == .tooDeep)
        #expect(
            #expect(throws: FieldError.self) { try Sample.normalise(payload([("x", deep)])) }?.code
                == .tooDeep)
    }

    @Test func malformedBytes() {
        let bytes: [UInt8] = [0xff]
        #expect(#expect(throws: FieldError.self) { try Sample(cbor: bytes.span) }?.code == .malformed)
        let error = #expect(throws: FieldError.self) { try Sample(PayloadValue.list([])) }
        #expect(error?.description == "the payload is not a record but a list")
    }

    @Test func unknownKeysAreKept() throws {
        let part = map([("label", .text("l")), ("colour", .text("red"))])
        let given = payload([("mystery", .null), ("other", .integer(1)), ("part", .map(part))])
        let stored = try Sample.normalise(given)
        #expect(stored.map?["mystery"] == nil)
        #expect(stored.map?["extra"] == .map(map([("mystery", .null), ("other", .integer(1))])))
        #expect(
            stored.map?["part"] == .map(part), "a record without extra values keeps unknown keys in place")
        #expect(try Sample.normalise(stored) == stored)
        #expect(try Sample(given).extra["other"] == .integer(1))
    }

    @Test func foreignFormsAndAliases() throws {
        let wrapped = map([("text", .text("note")), ("lang", .text("en"))])
        let given = payload([
            ("name", nil), ("title", .integer(7)), ("note", .map(wrapped)), ("weight", .integer(2)),
        ])
        let stored = try Sample.normalise(given)
        #expect(stored.map?["name"] == .text("7"))
        #expect(stored.map?["title"] == nil)
        #expect(stored.map?["note"] == .text("note"))
        #expect(stored.map?["weight"] == .real(2))
        #expect(stored.map?["extra"] == .map(map([("note", .map(wrapped))])), "nothing of an object is lost")
        #expect(try Sample.normalise(stored) == stored)
        let both = try Sample.normalise(payload([("title", .text("second"))]))
        #expect(both.map?["name"] == .text("n"))
        #expect(both.map?["extra"] == .map(map([("title", .text("second"))])))
    }

    @Test func anExtraThatIsNoMapIsAnUnknownKey() throws {
        let stored = try Sample.normalise(payload([("extra", .text("jam"))]))
        #expect(stored.map?["extra"] == .map(map([("extra", .text("jam"))])))
        #expect(try Sample.normalise(stored) == stored)
    }

    @Test func normalisingIsIdempotentAndAgreesWithTheTypedValue() throws {
        let seed: UInt64 = 8
        var source = RandomPayload(seed: seed)
        for round in 0..<300 {
            var changes: [(String, PayloadValue?)] = [
                ("note", .text(source.text())), ("number", .integer(source.integer())),
                ("words", .list([.text(source.text())])),
            ]
            for entry in source.map().entries where !least.contains(where: { $0.0 == entry.key }) {
                changes.append(("x" + entry.key, entry.value))
            }
            let stored = try Sample.normalise(payload(changes))
            #expect(try Sample.normalise(stored) == stored, "seed \(seed), round \(round)")
            #expect(try Sample(stored).payloadValue() == stored, "seed \(seed), round \(round)")
        }
    }

    @Test func nothingIsLeftOverWhereNoExtraValuesAreKept() throws {
        let one = PayloadValue.map(map([("text", .list([.text("a")]))]))
        #expect(try Wrapped(one).text == "a")
        #expect(try Wrapped.normalise(one) == .map(map([("text", .text("a"))])))
        let two = PayloadValue.map(map([("text", .list([.text("a"), .text("b")]))]))
        let error = #expect(throws: FieldError.self) { try Wrapped(two) }
        #expect(error?.description == "text is not in its stored form")
    }
}

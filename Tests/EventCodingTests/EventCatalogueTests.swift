import EventCoding
import Testing

@Suite struct EventCatalogueTests {
    static let sample = EventDefinition(
        "sample.made", payload: Sample.self, summary: "A sample was made.", importance: .high,
        subject: "part.label", line: "{name} \"{note}\" with {parts} parts")
    static let part = EventDefinition(
        "part.made", payload: Part.self, summary: "A part was made.", line: "{label}")

    @Test func describesFields() throws {
        let fields = Self.sample.fields
        #expect(
            fields.map(\.path) == [
                "name", "note", "number", "optional_number", "weight", "optional_weight", "flag",
                "optional_flag",
                "words", "part", "part.label", "part.secret", "parts", "parts[].label", "parts[].secret",
                "extra",
            ])
        #expect(fields.map(\.kind).prefix(5) == [.text, .text, .integer, .integer, .real])
        let name = try #require(fields.first)
        #expect(name.aliases == ["title"])
        #expect(name.acceptedForms == "a text or a whole number")
        #expect(!name.isOptional && !name.isPersonal)
        #expect(Self.sample.personalPaths == ["note", "part.secret", "parts[].secret", "extra"])
        #expect(EventImportance.low < .high)
    }

    @Test func findsByType() throws {
        let catalogue = try EventCatalogue([Self.sample, Self.part])
        #expect(catalogue.types == ["part.made", "sample.made"])
        #expect(catalogue.definition(of: "part.made")?.summary == "A part was made.")
        let (name, prefix) = (Array("sample.made".utf8), Array("sample".utf8))
        let found = catalogue.definition(of: name.span)
        #expect(found?.version == 1)
        #expect(catalogue.definition(of: "part") == nil)
        #expect(catalogue.definition(of: "zzz") == nil)
        let missing = catalogue.definition(of: prefix.span)
        #expect(missing == nil)
        #expect(try catalogue.normalise(.integer(1), type: "unknown") == .integer(1))
        #expect(throws: FieldError.self) { try catalogue.normalise(.integer(1), type: "part.made") }
    }

    @Test func refusesATypeTwice() {
        let error = #expect(throws: CatalogueError.self) {
            try EventCatalogue([Self.sample, Self.part, Self.sample])
        }
        #expect(error?.code == .duplicateType)
        #expect(error?.type == "sample.made")
    }

    @Test func subjectAndLine() throws {
        let catalogue = try EventCatalogue([Self.sample, Self.part])
        let payload = PayloadValue.map(
            map([
                ("name", .text("n")), ("note", .text("hi")), ("parts", .list([.null, .null])),
                ("part", .map(map([("label", .text("subject"))]))),
            ])
        ).cbor
        let view = try CBORView(validating: payload.span)
        #expect(catalogue.subject(of: view, type: "sample.made")?.isUTF8(of: "subject") == true)
        #expect(catalogue.subject(of: view, type: "part.made")?.count == nil)
        #expect(catalogue.subject(of: view, type: "unknown")?.count == nil)
        #expect(catalogue.line(for: "sample.made", payload: view) == "n \"hi\" with 2 parts")
        #expect(catalogue.line(for: "unknown", payload: view) == "")
    }

    static let lines: [(LineTemplate, [(String, PayloadValue)], String)] = [
        (
            "{a} \"{b}\" in {c}", [("a", .text("p17")), ("b", .text("Tram")), ("c", .text("Europe"))],
            "p17 \"Tram\" in Europe"
        ),
        ("{a} \"{b}\" in {c}", [("a", .text("p17")), ("c", .text("Europe"))], "p17 in Europe"),
        ("{a} \"{b}\" in {c}", [("b", .text("Tram")), ("c", .text("Europe"))], "\"Tram\" in Europe"),
        ("{a} \"{b}\"", [("a", .text("p17")), ("b", .text(""))], "p17"),
        ("{a} ({b})", [("a", .text("r1")), ("b", .null)], "r1"),
        ("{a} ({b})", [("a", .text("r1")), ("b", .bool(true))], "r1 (true)"),
        ("{a}", [], ""), ("{a} {b}", [("a", .integer(-1)), ("b", .real(2))], "-1 2.0"),
        ("{a} {b}", [("b", .unsigned(.max))], "18446744073709551615"),
        ("{a}", [("a", .map(map([("x", .null)])))], "1"), ("no part", [], "no part"),
    ]

    @Test(arguments: lines.indices) func templates(_ index: Int) {
        let (template, pairs, expected) = Self.lines[index]
        let payload = PayloadValue.map(map(pairs)).cbor
        #expect(template.render(CBORView(trusted: payload.span)) == expected)
    }

    @Test func redactionKeepsOnlyWhatIsStatedAsNotPersonal() {
        let secretPart = PayloadValue.map(
            map([("label", .text("l")), ("secret", .text("s")), ("unknown", .text("u"))]))
        let openPart = PayloadValue.map(map([("label", .text("l"))]))
        let payload = PayloadValue.map(
            map([
                ("name", .text("n")), ("note", .text("private")), ("part", secretPart), ("flag", .bool(true)),
                ("parts", .list([secretPart, secretPart])), ("unknown", .text("u")),
                ("extra", .map(map([("k", .text("v"))]))),
            ]))
        let expected = PayloadValue.map(
            map([
                ("name", .text("n")), ("part", openPart), ("flag", .bool(true)),
                ("parts", .list([openPart, openPart])),
            ]))
        #expect(Self.sample.redacted(payload) == expected)
        #expect(Self.sample.redacted(.text("private")) == .null)
    }

    @Test func paths() {
        #expect(PayloadPath("photo.title").description == "photo.title")
        #expect(("a" as PayloadPath) != "a.")
    }
}

import EventCoding
import Testing

/// Mistakes of the programmer end the process with a sentence.
@Suite struct TrapTests {
    @Test func writerWithoutOpenList() async {
        await #expect(processExitsWith: .failure) {
            var writer = CBORWriter()
            writer.beginMap()
            writer.endList()
        }
    }

    @Test func writerWithoutOpenMap() async {
        await #expect(processExitsWith: .failure) {
            var writer = CBORWriter()
            writer.endMap()
        }
    }

    @Test func keyOutsideAMap() async {
        await #expect(processExitsWith: .failure) {
            var writer = CBORWriter()
            writer.beginList()
            writer.key("a")
        }
    }

    @Test func keyWithoutValue() async {
        await #expect(processExitsWith: .failure) {
            var writer = CBORWriter()
            writer.beginMap()
            writer.key("a")
            writer.endMap()
        }
    }

    @Test func twoKeysInARow() async {
        await #expect(processExitsWith: .failure) {
            var writer = CBORWriter()
            writer.beginMap()
            writer.key("a")
            writer.key("b")
        }
    }

    @Test func valueWithoutKey() async {
        await #expect(processExitsWith: .failure) {
            var writer = CBORWriter()
            writer.beginMap()
            writer.null()
        }
    }

    @Test func keyTwice() async {
        await #expect(processExitsWith: .failure) {
            var writer = CBORWriter()
            writer.beginMap()
            for _ in 0..<2 {
                writer.key("a")
                writer.null()
            }
            writer.endMap()
        }
    }

    @Test func tooDeep() async {
        await #expect(processExitsWith: .failure) {
            var writer = CBORWriter()
            for _ in 0...CBORView.maximumDepth { writer.beginList() }
        }
    }

    @Test func notFinite() async {
        await #expect(processExitsWith: .failure) { _ = PayloadValue.real(.infinity).cbor }
        await #expect(processExitsWith: .failure) { _ = PayloadValue.real(.nan).json }
    }

    @Test func literals() async {
        await #expect(processExitsWith: .failure) { _ = EventType(stringLiteral: "") }
        await #expect(processExitsWith: .failure) { _ = LineTemplate(stringLiteral: "{photo") }
    }
}

/// A record that states its extra values first.
private struct ExtraFirst: PayloadRecord {
    var (extra, name) = (PayloadMap(), "")

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.extra(&extra, Field("extra", "All else."))
        try visitor.text(&name, Field("name", "A name."))
    }
}

/// A record that states a field twice.
private struct Twice: PayloadRecord {
    var name = ""

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&name, Field("name", "A name."))
        try visitor.text(&name, Field("name", "A name."))
    }
}

/// A record that states extra values twice.
private struct TwoExtras: PayloadRecord {
    var (first, second) = (PayloadMap(), PayloadMap())

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.extra(&first, Field("first", "All else."))
        try visitor.extra(&second, Field("second", "All else."))
    }
}

/// A record that throws an error of its own instead of stating a rule.
private struct Thrower: PayloadRecord {
    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        throw FieldError(.invalid, reason: "is never right")
    }
}

/// Descriptions of event types that contradict themselves.
@Suite struct DefinitionTrapTests {
    private static func define(
        version: UInt16 = 1, subject: String? = nil, line: LineTemplate = "", upcasters: [Upcaster] = []
    ) {
        _ = EventDefinition(
            "part.made", version: version, payload: Part.self, summary: "A part was made.", subject: subject,
            line: line, upcasters: upcasters)
    }

    @Test func versions() async {
        await #expect(processExitsWith: .failure) { Self.define(version: 0) }
        await #expect(processExitsWith: .failure) {
            Self.define(version: 3, upcasters: [Upcaster(from: 1, summary: "") { (value) in value }])
        }
    }

    @Test func paths() async {
        await #expect(processExitsWith: .failure) { Self.define(subject: "nothing") }
        await #expect(processExitsWith: .failure) { Self.define(line: "{nothing}") }
        await #expect(processExitsWith: .success) { Self.define(subject: "label", line: "{label}") }
    }

    @Test func visits() async {
        await #expect(processExitsWith: .failure) {
            _ = try ExtraFirst(PayloadValue.map(map([("name", .text("n"))])))
        }
        await #expect(processExitsWith: .failure) {
            _ = EventDefinition("a", payload: Twice.self, summary: "", line: "")
        }
        await #expect(processExitsWith: .failure) {
            _ = EventDefinition("a", payload: Thrower.self, summary: "", line: "")
        }
        await #expect(processExitsWith: .failure) { _ = Thrower() == Thrower() }
        await #expect(processExitsWith: .failure) { _ = try TwoExtras(PayloadValue.map(PayloadMap())) }
    }
}

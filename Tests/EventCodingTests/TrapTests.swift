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

import EventCoding
import Testing

@Suite struct EventTypeTests {
    @Test(arguments: ["photo.viewed", "$log", "x", "größe.geändert", String(repeating: "x", count: 64)])
    func accepts(_ name: String) throws {
        let type = try EventType(validating: name)
        let utf8 = Array(name.utf8)
        #expect(type.name == name)
        let matches = type.matches(utf8.span)
        #expect(matches)
        #expect(try EventType(validating: utf8.span) == type)
        #expect(type.isReserved == name.hasPrefix("$"))
    }

    @Test(arguments: [
        ("", EventTypeError.Code.empty), (String(repeating: "x", count: 65), .tooLong),
        (String(repeating: "é", count: 33), .tooLong), ("a\nb", .controlCharacter),
        ("a\u{7f}", .controlCharacter), ("a\u{9b}", .controlCharacter), ("\u{0}", .controlCharacter),
    ])
    func refuses(_ name: String, _ code: EventTypeError.Code) {
        let error = #expect(throws: EventTypeError.self) { try EventType(validating: name) }
        #expect(error?.code == code)
    }

    @Test func bytesMustBeUTF8() {
        let bytes: [UInt8] = [0x61, 0xff]
        let error = #expect(throws: EventTypeError.self) { try EventType(validating: bytes.span) }
        #expect(error?.code == .notUTF8)
        let long = [UInt8](repeating: 0xff, count: 65)
        let tooLong = #expect(throws: EventTypeError.self) { try EventType(validating: long.span) }
        #expect(tooLong?.code == .tooLong)
    }

    @Test func namesAreBytes() {
        let (composed, decomposed): (EventType, EventType) = ("\u{e9}", "e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(decomposed < composed)
        let bytes = Array("e\u{301}".utf8)
        let matches = composed.matches(bytes.span)
        #expect(!matches)
        #expect(("photo.viewed" as EventType).description == "photo.viewed")
    }
}

import EventCoding
import StrictJSON
import Testing

@Suite struct EncodingTests {
    private func error(_ bytes: [UInt8]) throws -> JSONError {
        guard case .failure(let error) = read(bytes) else {
            throw Unexpected()
        }
        return error
    }

    private struct Unexpected: Error {}

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xC1, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE6, 0x9D],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF],
            [0x80], [0xBF], [0xC3], [0xF0, 0x9F, 0x98], [0xC3, 0x28], [0xFE], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func `Bytes that are not UTF-8 are refused where they stand`(bad: [UInt8]) throws {
        let inString = try error([0x22, 0x61] + bad + [0x22])
        #expect(inString.code == .invalidUTF8)
        #expect(inString.offset == 2)
        #expect(inString.column == 3)
        let inKey = try error([0x7B, 0x22] + bad + [0x22, 0x3A, 0x31, 0x7D])
        #expect(inKey.code == .invalidUTF8)
        #expect(inKey.offset == 2)
        let outside = try error([0x5B] + bad + [0x5D])
        #expect(outside.code == .invalidUTF8)
        #expect(outside.offset == 1)
        let atEnd = try error([0x5B, 0x31, 0x5D, 0x20] + bad)
        #expect(atEnd.code == .invalidUTF8)
        #expect(atEnd.offset == 4)
    }

    @Test(
        arguments: [
            ([0xEF, 0xBB, 0xBF, 0x31], JSONError.Code.byteOrderMark),
            ([0xEF, 0xBB, 0xBF], .byteOrderMark),
            ([0xFF, 0xFE, 0x31, 0x00], .utf16), ([0xFE, 0xFF, 0x00, 0x31], .utf16),
            ([0x31, 0x00], .utf16), ([0x00, 0x31], .utf16), ([0x5B, 0x00, 0x5D, 0x00], .utf16),
            ([0x00], .nulByte), ([0x00, 0x00, 0x00], .nulByte),
        ] as [([UInt8], JSONError.Code)])
    func `Marks and other encodings are refused at the start`(bytes: [UInt8], code: JSONError.Code) throws {
        let error = try error(bytes)
        #expect(error.code == code)
        #expect(error.offset == 0)
        #expect(error.column == 1)
    }

    @Test func `A zero byte is refused anywhere`() throws {
        let text: [UInt8] = Array("{\"a\": [1, \"b\"]} ".utf8)
        for place in 2...text.count {
            var bytes = text
            bytes.insert(0, at: place)
            let error = try error(bytes)
            #expect(error.code == .nulByte, "at \(place)")
            #expect(error.offset == place)
        }
    }

    @Test func `Every control character in a string is refused`() throws {
        for byte in UInt8(1)..<0x20 {
            let error = try error([0x22, 0x61, byte, 0x22])
            #expect(error.code == .controlCharacter)
            #expect(error.column == 3)
        }
    }

    @Test func `Lines and columns are counted in line feeds and scalars`() throws {
        let text = "{\n  \"stadt\": \"K\u{F6}ln \u{1F600}\",\r\n  \"l\u{E4}nder\": [1, 2,],\n}"
        let error = try error(Array(text.utf8))
        #expect(error.code == .trailingComma)
        #expect(error.line == 3)
        #expect(error.column == 18)
        let before = Array(text.utf8)[error.offset...]
        #expect(before.starts(with: ",],".utf8))
    }

    @Test func `A line's number is the caller's`() throws {
        var parser = JSONLineParser()
        let bytes = Array("[1,\n2,]".utf8)
        let error = #expect(throws: JSONError.self) { _ = try parser.parse(bytes.span, lineNumber: 41) }
        #expect(error?.line == 42)
        #expect(error?.column == 2)
        #expect(error?.offset == 5)
    }
}

import Digest
import Testing

@Suite struct SHA256DigestTests {
    private let bytes = (0..<32).map { UInt8($0 * 7 + 1) }

    @Test func `Bytes and hexadecimal come back as they went in`() throws {
        let candidate = SHA256Digest(bytes: bytes.span)
        let digest = try #require(candidate)
        #expect(digest.bytes == bytes)
        let fromHex = try #require(SHA256Digest(hex: digest.hex))
        #expect(fromHex == digest)
        #expect(SHA256Digest(hex: digest.hex.uppercased()) == digest)
        #expect(digest.hex.hasPrefix("01080f16"))
        #expect(digest.description == digest.hex)
        var appended: [UInt8] = [9]
        digest.append(to: &appended)
        #expect(appended == [9] + bytes)
    }

    @Test func `Any changed byte makes another digest`() throws {
        let candidate = SHA256Digest(bytes: bytes.span)
        let digest = try #require(candidate)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(SHA256Digest(bytes: changed.span) != digest)
        }
    }

    @Test(arguments: [0, 1, 31, 33, 64])
    func `Another number of bytes is no digest`(count: Int) {
        let wrong = [UInt8](repeating: 0, count: count)
        #expect(SHA256Digest(bytes: wrong.span) == nil)
    }

    @Test(arguments: [
        "", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
        String(repeating: "0", count: 63) + "g", String(repeating: "0", count: 62) + "\u{E9}",
        " " + String(repeating: "0", count: 63),
    ])
    func `Other texts are no digest`(text: String) {
        #expect(SHA256Digest(hex: text) == nil)
    }

    @Test func `The zero digest has 32 zero bytes`() {
        #expect(SHA256Digest.zero.bytes == [UInt8](repeating: 0, count: 32))
    }
}

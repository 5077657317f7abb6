import Digest
import TestSupport
import Testing

@Suite struct SHA256Tests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `Hashes match the vectors of FIPS 180-4`(text: String, expected: String) {
        let bytes = Array(text.utf8)
        #expect(SHA256.hash(bytes.span).hex == expected)
    }

    @Test func `A million letters hash to the published value`() {
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
        var hash = SHA256()
        for _ in 0..<1000 { hash.update(piece.span) }
        let digest = hash.finalize()
        #expect(digest.hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func `An independent implementation agrees, whatever the pieces`() {
        let seed: UInt64 = 0x5EED_0001
        var random = SplitMix64(seed: seed)
        var hash = SHA256()
        for length in 0...1000 {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let cut = Int.random(in: 0...length, using: &random)
            let head = Array(bytes[..<cut])
            let tail = Array(bytes[cut...])
            hash.update(head.span)
            if tail.count == 1 { hash.update(byte: tail[0]) } else { hash.update(tail.span) }
            let digest = hash.finalize()
            #expect(digest.bytes == ReferenceSHA256.hash(bytes), "seed \(seed), length \(length), cut \(cut)")
        }
    }

    @Test func `A finished hash starts afresh`() {
        let bytes = Array("abc".utf8)
        var hash = SHA256()
        hash.update(bytes.span)
        let first = hash.finalize()
        let empty = hash.finalize()
        hash.update(bytes.span)
        let again = hash.finalize()
        #expect(first == again)
        #expect(empty.hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func `A digest is hashed as its 32 bytes`() {
        let bytes = Array("abc".utf8)
        let inner = SHA256.hash(bytes.span)
        var hash = SHA256()
        hash.update(byte: 1)
        hash.update(inner)
        let digest = hash.finalize()
        #expect(digest.bytes == ReferenceSHA256.hash([1] + inner.bytes))
    }

    @Test func `Tasks can hash at the same time`() async {
        let bytes = Array("abc".utf8)
        let expected = SHA256.hash(bytes.span)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).allSatisfy { _ in SHA256.hash(bytes.span) == expected } }
            }
            for await same in group { #expect(same) }
        }
    }
}

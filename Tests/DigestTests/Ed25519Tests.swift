import Digest
import Testing

@Suite("Ed25519")
struct Ed25519Tests {
    /// RFC 8032, section 7.1: tests 1, 2 and 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func published(seed: String, key: String, message: String, signature: String) {
        let (seed, message) = (bytes(seed), bytes(message))
        #expect(Ed25519.publicKey(ofSeed: seed) == bytes(key))
        #expect(Ed25519.signature(of: message, seed: seed) == bytes(signature))
        #expect(Ed25519.isValid(bytes(signature), of: message, publicKey: bytes(key)))
    }

    @Test func everyFlippedBitIsRefused() {
        let seed = [UInt8](1...32)
        let message = Array("a root".utf8)
        let key = Ed25519.publicKey(ofSeed: seed)
        let signature = Ed25519.signature(of: message, seed: seed)
        for bit in 0..<signature.count * 8 {
            var other = signature
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!Ed25519.isValid(other, of: message, publicKey: key), "bit \(bit)")
        }
        #expect(!Ed25519.isValid(signature, of: message + [0], publicKey: key))
        #expect(!Ed25519.isValid(Array(signature.dropLast()), of: message, publicKey: key))
        #expect(!Ed25519.isValid(signature, of: message, publicKey: Array(key.dropLast())))
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
}

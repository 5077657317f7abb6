import Digest
import Testing

@Suite struct XXH3Tests {
    /// The sanity buffer of the xxHash project: bytes from a 64-bit multiplicative generator.
    private static func sanityBuffer(_ count: Int) -> [UInt8] {
        let prime: UInt64 = 11_400_714_785_074_694_797
        var generator: UInt64 = 2_654_435_761
        var bytes: [UInt8] = []
        for _ in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: generator >> 56))
            generator = generator &* prime
        }
        return bytes
    }

    @Test(arguments: [
        (0, UInt64(0x2D06_8005_38D3_94C2)),
        (1, UInt64(0xC44B_DFF4_074E_ECDB)),
        (6, UInt64(0x27B5_6A84_CD2D_7325)),
        (12, UInt64(0xA713_DAF0_DFBB_77E7)),
        (24, UInt64(0xA3FE_70BF_9D35_10EB)),
        (48, UInt64(0x397D_A259_ECBA_1F11)),
        (80, UInt64(0xBCDE_FBBB_2C47_C90A)),
        (195, UInt64(0xCD94_217E_E362_EC3A)),
        (403, UInt64(0xCDEB_804D_65C6_DEA4)),
    ])
    func `64-bit hashes match the values xxHash publishes`(count: Int, expected: UInt64) {
        let bytes = Self.sanityBuffer(count)
        #expect(XXH3.hash64(bytes.span) == expected)
        #expect(XXH3.hash64(bytes.span, seed: 0) == expected)
    }

    @Test func `128-bit hash of nothing matches the value xxHash publishes`() {
        let expected = Hash128(low: 0x6001_C324_468D_497F, high: 0x99AA_06D3_0147_98D8)
        let nothing: [UInt8] = []
        #expect(XXH3.hash128(nothing.span) == expected)
        #expect(XXH3.hash128(nothing.span, seed: 0) == expected)
    }

    @Test func `The byte form is big-endian, high half first`() {
        let hash = Hash128(low: 0x0102_0304_0506_0708, high: 0x1112_1314_1516_1718)
        #expect(
            hash.bytes == [
                0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 1, 2, 3, 4, 5, 6, 7, 8,
            ])
    }

    @Test func `A seed changes both hashes`() {
        let bytes = Self.sanityBuffer(40)
        #expect(XXH3.hash64(bytes.span, seed: 7) != XXH3.hash64(bytes.span))
        #expect(XXH3.hash128(bytes.span, seed: 7) != XXH3.hash128(bytes.span))
    }

    @Test func `Every changed bit changes the 128-bit hash`() {
        var bytes = Self.sanityBuffer(33)
        let original = XXH3.hash128(bytes.span)
        for index in bytes.indices {
            for bit in 0..<8 {
                bytes[index] ^= 1 << bit
                #expect(XXH3.hash128(bytes.span) != original)
                bytes[index] ^= 1 << bit
            }
        }
    }
}

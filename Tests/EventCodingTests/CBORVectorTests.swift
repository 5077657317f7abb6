import EventCoding
import Testing

/// The examples of RFC 8949, appendix A.
@Suite struct CBORVectorTests {
    /// An example that a payload may hold: its value and its bytes.
    struct Example: Sendable, CustomTestStringConvertible {
        let value: PayloadValue
        let hex: String
        var testDescription: String { hex }

        init(_ value: PayloadValue, _ hex: String) { (self.value, self.hex) = (value, hex) }
    }

    static let allowed: [Example] = [
        Example(.integer(0), "00"), Example(.integer(1), "01"), Example(.integer(10), "0a"),
        Example(.integer(23), "17"), Example(.integer(24), "1818"), Example(.integer(25), "1819"),
        Example(.integer(100), "1864"), Example(.integer(1000), "1903e8"),
        Example(.integer(1_000_000), "1a000f4240"),
        Example(.integer(1_000_000_000_000), "1b000000e8d4a51000"),
        Example(.unsigned(18_446_744_073_709_551_615), "1bffffffffffffffff"),
        Example(.integer(-1), "20"), Example(.integer(-10), "29"), Example(.integer(-100), "3863"),
        Example(.integer(-1000), "3903e7"), Example(.integer(.min), "3b7fffffffffffffff"),
        Example(.integer(.max), "1b7fffffffffffffff"),
        Example(.real(0.0), "f90000"), Example(.real(-0.0), "f98000"), Example(.real(1.0), "f93c00"),
        Example(.real(1.1), "fb3ff199999999999a"), Example(.real(1.5), "f93e00"),
        Example(.real(65504.0), "f97bff"), Example(.real(100_000.0), "fa47c35000"),
        Example(.real(3.4028234663852886e+38), "fa7f7fffff"),
        Example(.real(1.0e+300), "fb7e37e43c8800759c"),
        Example(.real(5.960464477539063e-8), "f90001"), Example(.real(0.00006103515625), "f90400"),
        Example(.real(-4.0), "f9c400"), Example(.real(-4.1), "fbc010666666666666"),
        Example(.bool(false), "f4"), Example(.bool(true), "f5"), Example(.null, "f6"),
        Example(.text(""), "60"), Example(.text("a"), "6161"), Example(.text("IETF"), "6449455446"),
        Example(.text("\"\\"), "62225c"), Example(.text("\u{fc}"), "62c3bc"),
        Example(.text("\u{6c34}"), "63e6b0b4"), Example(.text("\u{10151}"), "64f0908591"),
        Example(.list([]), "80"), Example(.list([.integer(1), .integer(2), .integer(3)]), "83010203"),
        Example(
            .list([
                .integer(1), .list([.integer(2), .integer(3)]), .list([.integer(4), .integer(5)]),
            ]), "8301820203820405"),
        Example(
            .list((1...25).map { .integer($0) }),
            "98190102030405060708090a0b0c0d0e0f101112131415161718181819"),
        Example(.map(PayloadMap()), "a0"),
        Example(map([("a", .integer(1)), ("b", .list([.integer(2), .integer(3)]))]), "a26161016162820203"),
        Example(.list([.text("a"), map([("b", .text("c"))])]), "826161a161626163"),
        Example(
            map("abcde".map { (String($0), .text($0.uppercased())) }),
            "a56161614161626142616361436164614461656145"),
    ]

    /// The examples that JSON cannot say, or that are not in the deterministic form.
    static let refused: [(String, CBORError.Code)] = [
        ("3bffffffffffffffff", .outOfRange), ("c249010000000000000000", .unsupportedType),
        ("c349010000000000000000", .unsupportedType), ("f97c00", .notFinite), ("f97e00", .notFinite),
        ("f9fc00", .notFinite), ("fa7f800000", .notFinite), ("fa7fc00000", .notFinite),
        ("faff800000", .notFinite), ("fb7ff0000000000000", .notFinite), ("fb7ff8000000000000", .notFinite),
        ("fbfff0000000000000", .notFinite), ("f7", .unsupportedType), ("f0", .unsupportedType),
        ("f818", .unsupportedType), ("f8ff", .unsupportedType),
        ("c074323031332d30332d32315432303a30343a30305a", .unsupportedType),
        ("c11a514b67b0", .unsupportedType), ("d74401020304", .unsupportedType),
        ("d818456449455446", .unsupportedType), ("40", .unsupportedType), ("4401020304", .unsupportedType),
        ("a201020304", .keyNotText), ("5f42010243030405ff", .indefiniteLength),
        ("7f657374726561646d696e67ff", .indefiniteLength), ("9fff", .indefiniteLength),
        ("9f018202039f0405ffff", .indefiniteLength), ("83018202039f0405ff", .indefiniteLength),
        ("bf61610161629f0203ffff", .indefiniteLength), ("826161bf61626163ff", .indefiniteLength),
    ]

    private static func map(_ pairs: [(String, PayloadValue)]) -> PayloadValue {
        .map(PayloadMap(uniqueKeys: pairs) ?? PayloadMap())
    }

    @Test(arguments: allowed) func encodesAndDecodes(_ example: Example) throws {
        let bytes = bytes(hex: example.hex)
        #expect(hex(example.value.cbor) == example.hex)
        #expect(try PayloadValue(cbor: bytes.span) == example.value)
        #expect(PayloadValue(CBORView(trusted: bytes.span)) == example.value)
    }

    @Test(arguments: refused) func refuses(_ hex: String, _ code: CBORError.Code) {
        let bytes = bytes(hex: hex)
        let error = #expect(throws: CBORError.self) { try PayloadValue(cbor: bytes.span) }
        #expect(error?.code == code)
    }

    /// Well-formed CBOR that another encoder may write and a log must not hold.
    static let notDeterministic: [(String, CBORError.Code, Int)] = [
        ("1817", .notShortest, 0), ("190018", .notShortest, 0), ("1a0000ffff", .notShortest, 0),
        ("1b00000000ffffffff", .notShortest, 0), ("3817", .notShortest, 0), ("7800", .notShortest, 0),
        ("980101", .notShortest, 0), ("b801616101", .notShortest, 0), ("fa3fc00000", .notShortest, 0),
        ("fb3ff8000000000000", .notShortest, 0), ("fb40f86a0000000000", .notShortest, 0),
        ("8200fb3ff8000000000000", .notShortest, 2), ("a2616201616100", .keysOutOfOrder, 4),
        ("a262616101616100", .keysOutOfOrder, 5), ("a2616101616100", .duplicateKey, 4),
        ("a26001600a", .duplicateKey, 3), ("0000", .trailingBytes, 1), ("", .truncated, 0),
        ("61ff", .invalidUTF8, 1), ("62c080", .invalidUTF8, 1), ("63eda080", .invalidUTF8, 1),
        ("64f4908080", .invalidUTF8, 1), ("6361e282", .invalidUTF8, 2), ("a161ff00", .invalidUTF8, 2),
        ("1c", .unsupportedType, 0), ("fc", .unsupportedType, 0), ("ff", .indefiniteLength, 0),
    ]

    @Test(arguments: notDeterministic)
    func refusesOtherForms(_ hex: String, _ code: CBORError.Code, _ offset: Int) {
        let bytes = bytes(hex: hex)
        let error = #expect(throws: CBORError.self) { try PayloadValue(cbor: bytes.span) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    @Test func everyHalfReadsBackAsItself() throws {
        for bits in UInt16.min...UInt16.max where bits & 0x7c00 != 0x7c00 {
            let bytes = [0xf9, UInt8(bits >> 8), UInt8(bits & 0xff)]
            #expect(try PayloadValue(cbor: bytes.span).cbor == bytes)
        }
    }
}

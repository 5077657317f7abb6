import TestSupport
import Testing

@testable import EventCoding

@Suite struct TimestampUTCTests {
    private func read(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        return Timestamp.milliseconds(rfc3339UTC: bytes.span)
    }

    @Test func `What is written is read back`() {
        let seed: UInt64 = 0x5EED_0070
        var random = SplitMix64(seed: seed)
        let years = Int64(-62_167_219_200_000)...253_402_300_799_999
        var moments = [years.lowerBound, years.upperBound, 0, -1, 951_782_400_000, 951_868_799_999]
        for _ in 0..<5000 { moments.append(Int64.random(in: years, using: &random)) }
        for moment in moments {
            #expect(read(Timestamp(milliseconds: moment).rfc3339UTC) == moment, "seed \(seed)")
        }
        for moment in [years.lowerBound - 1, years.upperBound + 1, .min, .max] {
            #expect(read(Timestamp(milliseconds: moment).rfc3339UTC) == nil)
        }
    }

    @Test func `A changed byte is read as it would be written, or not at all`() {
        let text = Array("2024-02-29T23:59:58.120Z".utf8)
        for place in text.indices {
            for byte in UInt8(ascii: " ")...UInt8(ascii: "~") {
                var changed = text
                changed[place] = byte
                let spelling = String(decoding: changed, as: UTF8.self)
                // Only one spelling stands for each moment.
                let moment = Timestamp(rfc3339: spelling)?.milliseconds
                let expected = moment.flatMap {
                    Timestamp(milliseconds: $0).rfc3339UTC == spelling ? $0 : nil
                }
                #expect(read(spelling) == expected, "\(spelling)")
            }
        }
    }

    @Test(arguments: [
        "", "2024-02-29", "2024-02-29T23:59:58Z", "2024-02-29T23:59:60.000Z", "2024-02-29T24:00:00.000Z",
        "2023-02-29T00:00:00.000Z", "2024-13-01T00:00:00.000Z", "2024-00-01T00:00:00.000Z",
        "2024-01-00T00:00:00.000Z", "2024-01-01T00:60:00.000Z", "2024-01-01t00:00:00.000z",
        "2024-01-01T00:00:00,000Z", "2024-01-01T00:00:00.0000Z", "+024-01-01T00:00:00.000Z",
    ])
    func `Other forms are left to whoever reads them all`(text: String) {
        #expect(read(text) == nil)
    }
}

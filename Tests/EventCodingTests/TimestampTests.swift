import EventCoding
import Foundation
import TestSupport
import Testing

@Suite struct TimestampTests {
    /// Texts, the milliseconds they name, and the zone.
    static let good: [(String, Int64, Int16)] = [
        ("1970-01-01T00:00:00Z", 0, 0), ("1970-01-01T00:00:00-00:00", 0, 0),
        ("1970-01-01t00:00:00z", 0, 0), ("1969-12-31T23:59:59.999Z", -1, 0),
        ("1969-12-31T23:59:59.9999Z", -1, 0), ("1969-12-31T23:59:59.0009Z", -1000, 0),
        ("2026-03-02T10:14:06.880Z", 1_772_446_446_880, 0),
        ("2026-03-02T11:14:06.88+01:00", 1_772_446_446_880, 60),
        ("2026-03-02T15:59:06.8809999999999999999999+05:45", 1_772_446_446_880, 345),
        ("2026-03-01T22:14:06.880-12:00", 1_772_446_446_880, -720),
        ("2000-02-29T00:00:00Z", 951_782_400_000, 0), ("2024-02-29T12:00:00Z", 1_709_208_000_000, 0),
        ("1900-02-28T00:00:00Z", -2_203_977_600_000, 0), ("0000-01-01T00:00:00Z", -62_167_219_200_000, 0),
        ("0000-02-29T00:00:00Z", -62_162_121_600_000, 0),
        ("0000-01-01T00:00:00+23:59", -62_167_305_540_000, 1439),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, 0),
        ("9999-12-31T23:59:59.999-23:59", 253_402_387_139_999, -1439),
        ("1903-05-01T00:00:00Z", -2_104_012_800_000, 0),
    ]

    @Test(arguments: good) func reads(_ text: String, _ milliseconds: Int64, _ zone: Int16) throws {
        let parsed = try Timestamp.parse(rfc3339: text)
        #expect(parsed.timestamp == Timestamp(milliseconds: milliseconds, zoneMinutes: zone))
        #expect(!parsed.isLeapSecond)
        #expect(Timestamp(rfc3339: text) == parsed.timestamp)
        #expect(try Timestamp(parsingRFC3339: text) == parsed.timestamp)
    }

    static let bad: [(String, TimestampError.Code, Int)] = [
        ("", .malformed, 0), ("now", .malformed, 0), ("2026-03-02", .malformed, 10),
        ("2026-03-02 10:14:06Z", .malformed, 10), ("2026-03-02T10:14Z", .malformed, 16),
        ("2026-03-02T10:14:06", .missingZone, 19), ("2026-03-02T10:14:06.5", .missingZone, 21),
        ("2026-03-02T10:14:06.Z", .malformed, 20), ("2026-03-02T10:14:06,5Z", .malformed, 19),
        ("2026-03-02T10:14:06Z ", .malformed, 20), ("2026-03-02T10:14:06+0100", .malformed, 22),
        ("2026-03-02T10:14:06+01", .malformed, 22), ("+2026-03-02T10:14:06Z", .malformed, 0),
        ("12026-03-02T10:14:06Z", .malformed, 4), ("-001-03-02T10:14:06Z", .malformed, 0),
        ("2026-00-02T10:14:06Z", .impossibleDate, 0), ("2026-13-02T10:14:06Z", .impossibleDate, 0),
        ("2026-04-31T10:14:06Z", .impossibleDate, 0), ("2026-01-00T10:14:06Z", .impossibleDate, 0),
        ("2023-02-29T10:14:06Z", .impossibleDate, 0), ("1900-02-29T10:14:06Z", .impossibleDate, 0),
        ("2024-02-30T10:14:06Z", .impossibleDate, 0), ("2026-03-02T24:00:00Z", .impossibleTime, 11),
        ("2026-03-02T10:60:00Z", .impossibleTime, 11), ("2026-03-02T10:14:61Z", .impossibleTime, 11),
        ("2026-03-02T10:14:06+24:00", .impossibleOffset, 19),
        ("2026-03-02T10:14:06-01:60", .impossibleOffset, 19), ("２026-03-02T10:14:06Z", .malformed, 0),
    ]

    @Test(arguments: bad) func refuses(_ text: String, _ code: TimestampError.Code, _ offset: Int) {
        let error = #expect(throws: TimestampError.self) { try Timestamp(parsingRFC3339: text) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func leapSeconds() throws {
        let parsed = try Timestamp.parse(rfc3339: "2016-12-31T23:59:60Z")
        #expect(parsed.isLeapSecond)
        #expect(parsed.timestamp.rfc3339UTC == "2016-12-31T23:59:59.000Z")
    }

    @Test func writes() {
        let moment = Timestamp(milliseconds: 1_772_446_446_880, zoneMinutes: 60)
        #expect(moment.rfc3339UTC == "2026-03-02T10:14:06.880Z")
        #expect(moment.rfc3339 == "2026-03-02T11:14:06.880+01:00")
        #expect(moment.shortText() == "2026-03-02 10:14:06Z")
        #expect(moment.shortText(zoneMinutes: -210) == "2026-03-02 06:44:06-03:30")
        #expect(moment.shortText(milliseconds: true) == "2026-03-02 10:14:06.880Z")
        #expect("\(moment)" == moment.rfc3339)
        #expect(Timestamp(milliseconds: -1, zoneMinutes: 0).rfc3339UTC == "1969-12-31T23:59:59.999Z")
    }

    @Test func outsideTheYearsThatCanBeWritten() {
        for milliseconds in [Int64.min, .max, -62_167_219_200_001, 253_402_300_800_000] {
            for zone in [Int16.min, -720, 0, 345, .max] {
                let moment = Timestamp(milliseconds: milliseconds, zoneMinutes: zone)
                #expect(moment.rfc3339UTC == String(milliseconds))
                #expect(moment.shortText() == "\(milliseconds) ms")
                _ = (moment.rfc3339, moment.shortText(zoneMinutes: zone))
            }
        }
        // One side of the limit in UTC, the other in the zone.
        #expect(
            Timestamp(milliseconds: 253_402_300_800_000, zoneMinutes: -1).rfc3339
                == "9999-12-31T23:59:00.000-00:01")
        #expect(
            Timestamp(milliseconds: 253_402_300_799_999, zoneMinutes: 1).rfc3339 == "9999-12-31T23:59:59.999Z"
        )
        #expect(Timestamp(milliseconds: 0, zoneMinutes: 1440).rfc3339 == "1970-01-01T00:00:00.000Z")
    }

    @Test func everyMomentReadsBack() throws {
        let seed: UInt64 = 1_903
        var random = SplitMix64(seed: seed)
        for round in 0..<5000 {
            let milliseconds = Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
            let zone = Int16.random(in: -1439...1439, using: &random)
            let moment = Timestamp(milliseconds: milliseconds, zoneMinutes: zone)
            let back = try Timestamp(parsingRFC3339: moment.rfc3339UTC)
            #expect(back.milliseconds == milliseconds, "seed \(seed), round \(round)")
            if moment.rfc3339.utf8.last != UInt8(ascii: "Z") {
                #expect(
                    try Timestamp(parsingRFC3339: moment.rfc3339) == moment, "seed \(seed), round \(round)")
            }
        }
    }

    /// Another implementation of the calendar gives the same dates; it is proleptic Gregorian after 1582.
    @Test func agreesWithFoundation() throws {
        let formatter = ISO8601DateFormatter()
        var random = SplitMix64(seed: 17)
        for _ in 0..<500 {
            let seconds = Int64.random(in: -12_000_000_000...200_000_000_000, using: &random)
            let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            let text = Timestamp(milliseconds: seconds * 1000).shortText()
            #expect(text.replacing(" ", with: "T") == expected)
        }
    }

    /// Every day of 800 years follows the one before it, and reads back.
    @Test func everyDayOfTwoEras() throws {
        var previous = ""
        for day in stride(from: Int64(-146_097), to: 146_097, by: 1) {
            let text = String(Timestamp(milliseconds: day * 86_400_000).rfc3339UTC.prefix(10))
            #expect(text > previous)
            previous = text
            if day % 7 == 0 {
                #expect(try Timestamp(startOfDay: text).milliseconds == day * 86_400_000)
            }
        }
    }

    @Test func startOfDay() throws {
        let day = try Timestamp(startOfDay: "2026-03-02", zoneMinutes: 60)
        #expect(day.rfc3339 == "2026-03-02T00:00:00.000+01:00")
        #expect(throws: TimestampError.self) { try Timestamp(startOfDay: "2026-03-02T") }
        #expect(throws: TimestampError.self) { try Timestamp(startOfDay: "2026-02-30") }
    }
}

import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite struct TimeZoneFileTests {
    /// Zones with every kind of rule, and moments from 1890 to 2200 (seconds since 1970).
    static let zones = [
        "UTC", "Europe/Lisbon", "Europe/Dublin", "America/New_York", "America/Santiago",
        "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca", "America/Nuuk", "Asia/Gaza",
        "Pacific/Apia", "Etc/GMT+12",
    ]

    @Test(.enabled(if: FileManager.default.fileExists(atPath: TimeZoneFile.systemFolder + "/Etc/UTC")))
    func offsetsEqualThoseOfTheCLibrary() async {
        await #expect(processExitsWith: .success) {
            for name in TimeZoneFileTests.zones {
                SignalScenarios.setVariable("TZ", ":" + name)
                let zone = try TimeZoneFile(name: name)
                // About every 11 days, at an odd second of the day.
                var second: Int64 = -2_524_521_600
                while second < 7_258_118_400 {
                    let expected = SystemClock.localOffsetSeconds(at: second * 1000)
                    guard zone.offsetSeconds(at: second) == expected else {
                        print(name, second, zone.offsetSeconds(at: second), expected)
                        exit(1)
                    }
                    second += 950_400 + 3593
                }
            }
            exit(0)
        }
    }

    @Test func ruleChangesAtTheRightSecond() throws {
        let rule = try #require(ZoneRule(Array("CET-1CEST,M3.5.0,M10.5.0/3".utf8)[...]))
        // 2040-03-25 and 2040-10-28, both at 01:00 UTC.
        let (spring, autumn): (Int64, Int64) = (2_216_250_000, 2_234_998_800)
        #expect(rule.offsetSeconds(at: spring - 1) == 3600)
        #expect(rule.offsetSeconds(at: spring) == 7200)
        #expect(rule.offsetSeconds(at: autumn - 1) == 7200)
        #expect(rule.offsetSeconds(at: autumn) == 3600)
    }

    @Test func rulesOfAllForms() throws {
        func offset(_ text: String, _ second: Int64) -> Int? {
            ZoneRule(Array(text.utf8)[...])?.offsetSeconds(at: second)
        }
        #expect(offset("<+0545>-5:45", 0) == 20_700)
        #expect(offset("EST5", 0) == -18_000)
        // A summer that lasts over the turn of the year: 1 January and 1 July 2040.
        #expect(offset("<-04>4<-03>,M9.1.6/24,M4.1.6/24", 2_208_988_800) == -10_800)
        #expect(offset("<-04>4<-03>,M9.1.6/24,M4.1.6/24", 2_224_713_600) == -14_400)
        #expect(offset("AAA0BBB,J60/0,J300/0", 2_208_988_800 + 59 * 86400) == 0)
        #expect(offset("AAA0BBB,J60/0,J300/0", 2_208_988_800 + 60 * 86400) == 3600)
        #expect(offset("AAA0BBB,59/0,299/0", 2_208_988_800 + 59 * 86400) == 3600)
        for bad in ["", "A1", "EST", "EST25", "EST5EDT", "EST5EDT,M13.1.0,M11.1.0", "EST5EDT,M3.2.0"] {
            #expect(offset(bad, 0) == nil, "\(bad)")
        }
        #expect(offset("EST5EDT,M3.2.0,M11.1.0x", 0) == nil)
        #expect(offset("EST5EDT,M3.2.0,M11.1.0", .max) != nil)
        #expect(offset("EST5EDT,M3.2.0,M11.1.0", .min) != nil)
    }

    @Test(arguments: [
        "../etc/passwd", "/etc/passwd", "Europe/../UTC", "Europe//Lisbon", "", ".", "Europe/", "a\0b",
        "Europe", "No/Where", String(repeating: "a", count: 65),
    ])
    func namesThatAreNoZonesAreNotFound(name: String) {
        let error = #expect(throws: PlatformError.self) { try TimeZoneFile(name: name) }
        #expect(error?.code == .notFound)
    }

    @Test func damagedFilesAreRefusedAndNeverTrap() throws {
        let path = TimeZoneFile.systemFolder + "/Europe/Lisbon"
        guard let bytes = try? Files.readAll(path, limit: 1 << 16) else { return }
        var random = SplitMix64(seed: 11)
        for length in stride(from: 0, to: bytes.count - 1, by: 7) {
            #expect(throws: PlatformError.self, "cut at \(length)") {
                try TimeZoneFile(name: "cut", bytes: Array(bytes[..<length]))
            }
        }
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<3 {
                damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() & 0xFF)
            }
            if let zone = try? TimeZoneFile(name: "damaged", bytes: damaged) {
                _ = zone.offsetSeconds(at: Int64(bitPattern: random.next()))
            }
        }
    }
}

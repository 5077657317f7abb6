/// The rule at the end of a zone file: a standard offset and, mostly, a summer time with two dates.
///
/// The form is that of POSIX's variable TZ with the longer times of RFC 8536, section 3.3.1, such as
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable {
    /// A day of the year.
    enum Day: Sendable {
        /// The day 1 to 365, never counting 29 February.
        case julian(Int)
        /// The day 0 to 365, counting 29 February.
        case dayOfYear(Int)
        /// The weekday (0 is Sunday) in that week of the month; week 5 is the last one.
        case weekday(Int, week: Int, month: Int)
    }

    struct Summer: Sendable {
        var offset: Int
        var start: Day
        /// The local time of the start, in seconds from midnight; may leave the day.
        var startTime: Int
        var end: Day
        var endTime: Int
    }

    private let standardOffset: Int
    private let summer: Summer?

    /// The local time of a change when the rule gives none: two o'clock.
    private static let defaultTime = 2 * 3600

    init?(_ text: ArraySlice<UInt8>) {
        var scanner = Scanner(rest: text)
        guard scanner.name(), let west = scanner.time(hours: 24) else { return nil }
        standardOffset = -west
        if scanner.rest.isEmpty {
            summer = nil
            return
        }
        guard scanner.name() else { return nil }
        var offset = standardOffset + 3600
        if scanner.rest.first != UInt8(ascii: ",") {
            guard let west = scanner.time(hours: 24) else { return nil }
            offset = -west
        }
        guard scanner.take(","), let start = scanner.day(), let startTime = scanner.dayTime(),
            scanner.take(","), let end = scanner.day(), let endTime = scanner.dayTime(),
            scanner.rest.isEmpty
        else { return nil }
        summer = Summer(offset: offset, start: start, startTime: startTime, end: end, endTime: endTime)
    }

    func offsetSeconds(at seconds: Int64) -> Int {
        guard let summer else { return standardOffset }
        let local = seconds.addingReportingOverflow(Int64(standardOffset))
        let year = Self.year(ofDay: Self.floorDivide(local.overflow ? seconds : local.partialValue, 86400))
        let start = Self.moment(summer.start, summer.startTime, year: year, offset: standardOffset)
        let end = Self.moment(summer.end, summer.endTime, year: year, offset: summer.offset)
        let isSummer =
            start < end ? (start <= seconds && seconds < end) : !(end <= seconds && seconds < start)
        return isSummer ? summer.offset : standardOffset
    }

    private static func moment(_ day: Day, _ time: Int, year: Int64, offset: Int) -> Int64 {
        let first = dayNumber(year: year, month: 1, day: 1)
        let number: Int64
        switch day {
        case .julian(let day):
            number = first + Int64(day - 1) + (isLeap(year) && day >= 60 ? 1 : 0)
        case .dayOfYear(let day):
            number = first + Int64(day)
        case .weekday(let weekday, let week, let month):
            let start = dayNumber(year: year, month: month, day: 1)
            let next =
                month == 12
                ? dayNumber(year: year + 1, month: 1, day: 1)
                : dayNumber(year: year, month: month + 1, day: 1)
            // 1970-01-01 was a Thursday, number 4.
            let startWeekday = Int(((start + 4) % 7 + 7) % 7)
            var candidate = start + Int64((weekday - startWeekday + 7) % 7 + (week - 1) * 7)
            if candidate >= next { candidate -= 7 }
            number = candidate
        }
        return number * 86400 + Int64(time - offset)
    }

    // MARK: Calendar

    /// The quotient rounded down, also for negative numbers.
    static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar.
    ///
    /// Counts years from March, so that the leap day is the last of its year.
    private static func dayNumber(year: Int64, month: Int, day: Int) -> Int64 {
        let marchYear = month > 2 ? year : year - 1
        let era = floorDivide(marchYear, 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The year that day `number` since 1970 lies in.
    private static func year(ofDay number: Int64) -> Int64 {
        // A guess by the mean year length is at most one off.
        var year = 1970 + floorDivide(number * 400, 146_097)
        while dayNumber(year: year, month: 1, day: 1) > number { year -= 1 }
        while dayNumber(year: year + 1, month: 1, day: 1) <= number { year += 1 }
        return year
    }
}

extension ZoneRule {
    /// Reads a rule from front to back.
    private struct Scanner {
        var rest: ArraySlice<UInt8>

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        /// An abbreviation: at least three letters, or anything in angle brackets.
        mutating func name() -> Bool {
            if take("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
                rest = rest[(end + 1)...]
                return true
            }
            let letters = rest.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
            rest = rest.dropFirst(letters.count)
            return letters.count >= 3
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            guard (1...3).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return range.contains(value) ? value : nil
        }

        /// A signed `h[:m[:s]]` in seconds.
        mutating func time(hours: Int) -> Int? {
            let isNegative = take("-")
            if !isNegative { _ = take("+") }
            guard var value = number(0...hours).map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] where take(":") {
                guard let part = number(0...59) else { return nil }
                value += part * unit
            }
            return isNegative ? -value : value
        }

        /// A `/time`, or two o'clock.
        mutating func dayTime() -> Int? {
            take("/") ? time(hours: 167) : ZoneRule.defaultTime
        }

        mutating func day() -> Day? {
            if take("J") { return number(1...365).map { .julian($0) } }
            guard take("M") else { return number(0...365).map { .dayOfYear($0) } }
            guard let month = number(1...12), take("."), let week = number(1...5), take("."),
                let weekday = number(0...6)
            else { return nil }
            return .weekday(weekday, week: week, month: month)
        }
    }
}

/// A day of the proleptic Gregorian calendar.
struct CivilDate: Equatable {
    var year: Int64
    var month: Int
    var day: Int

    static let daysPerEra: Int64 = 146_097  // 400 years
    private static let daysFromEraStartTo1970: Int64 = 719_468  // 0000-03-01 to 1970-01-01

    /// The day that lies `days` after 1970-01-01, for any count of days that milliseconds in 64 bits can reach.
    ///
    /// Years are counted from March, so that the leap day comes last: the method of Howard Hinnant,
    /// "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
    init(daysSince1970 days: Int64) {
        let shifted = days + Self.daysFromEraStartTo1970
        let (era, dayOfEra) = shifted.flooredDivision(by: Self.daysPerEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// A day of the calendar, or nil when the month has no such day.
    init?(year: Int64, month: Int, day: Int) {
        guard (1...12).contains(month), (1...Self.length(ofMonth: month, in: year)).contains(day) else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Days from 1970-01-01 to this day (days_from_civil of the same source).
    ///
    /// - Precondition: The year lies within those that milliseconds in 64 bits can reach.
    var daysSince1970: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = marchYear.flooredDivision(by: 400)
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * Self.daysPerEra + dayOfEra - Self.daysFromEraStartTo1970
    }

    private static func length(ofMonth month: Int, in year: Int64) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension Int64 {
    /// Division that rounds down, with a remainder from 0; defined for every dividend.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

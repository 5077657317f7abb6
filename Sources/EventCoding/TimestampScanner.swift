/// Reads the parts of a date and time of RFC 3339 from left to right.
struct TimestampScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    /// A time of day in milliseconds, second 60 taken as 59.
    struct TimeOfDay {
        let milliseconds: Int64
        let isLeapSecond: Bool
    }

    mutating func date() throws(TimestampError) -> CivilDate {
        let start = position
        let year = try digits(4)
        try expect("-")
        let month = try digits(2)
        try expect("-")
        let day = try digits(2)
        guard let date = CivilDate(year: Int64(year), month: month, day: day) else {
            throw TimestampError(.impossibleDate, at: start)
        }
        return date
    }

    mutating func separator() throws(TimestampError) {
        guard next == UInt8(ascii: "T") || next == UInt8(ascii: "t") else { throw malformed }
        position += 1
    }

    mutating func timeOfDay() throws(TimestampError) -> TimeOfDay {
        let start = position
        let hour = try digits(2)
        try expect(":")
        let minute = try digits(2)
        try expect(":")
        let second = try digits(2)
        guard hour <= 23, minute <= 59, second <= 60 else { throw TimestampError(.impossibleTime, at: start) }
        let seconds = (hour * 60 + minute) * 60 + min(second, 59)
        return TimeOfDay(milliseconds: Int64(seconds * 1000 + (try fraction())), isLeapSecond: second == 60)
    }

    /// The offset in minutes east of UTC; the text ends after it.
    mutating func zone() throws(TimestampError) -> Int {
        guard let first = next else { throw TimestampError(.missingZone, at: position) }
        position += 1
        var minutes = 0
        switch first {
        case UInt8(ascii: "Z"), UInt8(ascii: "z"): break
        case UInt8(ascii: "+"): minutes = try offset()
        case UInt8(ascii: "-"): minutes = -(try offset())
        default: throw TimestampError(.malformed, at: position - 1)
        }
        try end()
        return minutes
    }

    func end() throws(TimestampError) {
        if position < bytes.count { throw malformed }
    }

    private mutating func offset() throws(TimestampError) -> Int {
        let start = position - 1
        let hour = try digits(2)
        try expect(":")
        let minute = try digits(2)
        guard hour <= 23, minute <= 59 else { throw TimestampError(.impossibleOffset, at: start) }
        return hour * 60 + minute
    }

    /// Milliseconds of a fraction, or 0 without one; digits beyond the third are passed over.
    private mutating func fraction() throws(TimestampError) -> Int {
        guard next == UInt8(ascii: ".") else { return 0 }
        position += 1
        var (milliseconds, weight) = (0, 100)
        guard digit != nil else { throw malformed }
        while let digit {
            milliseconds += digit * weight
            weight /= 10
            position += 1
        }
        return milliseconds
    }

    private mutating func digits(_ count: Int) throws(TimestampError) -> Int {
        var number = 0
        for _ in 0..<count {
            guard let digit else { throw malformed }
            number = number * 10 + digit
            position += 1
        }
        return number
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(TimestampError) {
        guard next == UInt8(ascii: character) else { throw malformed }
        position += 1
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var digit: Int? {
        guard let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else { return nil }
        return Int(next - UInt8(ascii: "0"))
    }

    private var malformed: TimestampError { TimestampError(.malformed, at: position) }
}

extension Timestamp {
    /// The milliseconds since 1970 of a moment in exactly the form of `rfc3339UTC` within the years 0000 - 9999.
    ///
    /// - Returns: nil for every other text, also where it names a moment.
    package static func milliseconds(rfc3339UTC text: Span<UInt8>) -> Int64? {
        guard text.count == 24, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
            text[19] == UInt8(ascii: "."), text[23] == UInt8(ascii: "Z"),
            let century = twoDigits(text, at: 0), let yearOfCentury = twoDigits(text, at: 2),
            let month = twoDigits(text, at: 5), let day = twoDigits(text, at: 8),
            let hour = twoDigits(text, at: 11), let minute = twoDigits(text, at: 14),
            let second = twoDigits(text, at: 17), let hundredths = twoDigits(text, at: 20),
            let thousandth = digit(text[22]), hour < 24, minute < 60, second < 60,
            let date = CivilDate(
                year: Int64(century * 100 + yearOfCentury), month: Int(month), day: Int(day))
        else { return nil }
        let secondOfDay = Int64((hour * 60 + minute) * 60 + second)
        return date.daysSince1970 * millisecondsPerDay + secondOfDay * millisecondsPerSecond
            + Int64(hundredths * 10 + thousandth)
    }

    @inline(__always)
    private static func twoDigits(_ text: Span<UInt8>, at start: Int) -> UInt32? {
        guard let tens = digit(text[start]), let ones = digit(text[start + 1]) else { return nil }
        return tens * 10 + ones
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> UInt32? {
        let value = UInt32(byte &- UInt8(ascii: "0"))
        return value < 10 ? value : nil
    }
}

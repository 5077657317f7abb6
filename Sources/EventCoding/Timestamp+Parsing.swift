extension Timestamp {
    /// A moment read from text, and whether the text named a leap second.
    public struct Parsed: Hashable, Sendable {
        /// The moment.
        public let timestamp: Timestamp

        /// Whether the second was given as 60; it counts as 59.
        public let isLeapSecond: Bool
    }

    /// The moment that `text` names in the form of RFC 3339, section 5.6, or nil.
    ///
    /// See `parse(rfc3339:)` for the details.
    public init?(rfc3339 text: String) {
        guard let parsed = try? Self.parse(rfc3339: text) else { return nil }
        self = parsed.timestamp
    }

    /// The moment that `text` names in the form of RFC 3339, section 5.6.
    ///
    /// See `parse(rfc3339:)` for the details.
    ///
    /// - Throws: `TimestampError` with the reason and the offset.
    public init(parsingRFC3339 text: String) throws(TimestampError) {
        self = try Self.parse(rfc3339: text).timestamp
    }

    /// Reads a moment in the form of RFC 3339, section 5.6, such as `2026-03-02T11:14:06.880+01:00`.
    ///
    /// Date, time and offset are all needed; years run from 0000 to 9999 in the proleptic Gregorian calendar.
    /// A fraction of any length is cut to milliseconds, that is toward the past, before 1970 too. Second 60 is
    /// taken as 59. The offset is kept; `-00:00` means UTC.
    ///
    /// - Throws: `TimestampError` with the reason and the offset.
    public static func parse(rfc3339 text: String) throws(TimestampError) -> Parsed {
        var scanner = TimestampScanner(text)
        let day = try scanner.date()
        try scanner.separator()
        let time = try scanner.timeOfDay()
        let zone = try scanner.zone()
        let local = day.daysSince1970 * millisecondsPerDay + time.milliseconds
        let moment = Timestamp(
            milliseconds: local - Int64(zone) * millisecondsPerMinute, zoneMinutes: Int16(zone))
        return Parsed(timestamp: moment, isLeapSecond: time.isLeapSecond)
    }

    /// The first moment of a day such as `2026-03-02` in a zone.
    ///
    /// - Throws: `TimestampError` with the reason and the offset.
    public init(startOfDay text: String, zoneMinutes: Int16 = 0) throws(TimestampError) {
        var scanner = TimestampScanner(text)
        let day = try scanner.date()
        try scanner.end()
        self.init(
            milliseconds: day.daysSince1970 * Self.millisecondsPerDay
                - Int64(zoneMinutes) * Self.millisecondsPerMinute,
            zoneMinutes: zoneMinutes)
    }
}

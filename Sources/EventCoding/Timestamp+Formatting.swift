extension Timestamp {
    static let millisecondsPerSecond: Int64 = 1000
    static let millisecondsPerMinute: Int64 = 60_000
    static let millisecondsPerDay: Int64 = 86_400_000

    /// The moment in UTC as machines read it, such as `2026-03-02T10:14:06.880Z`.
    ///
    /// Milliseconds always stand there. Outside the years 0000 - 9999 it is the signed count of milliseconds in
    /// decimal digits.
    public var rfc3339UTC: String {
        Parts(milliseconds, zoneMinutes: 0)?.text(separator: "T", milliseconds: true) ?? String(milliseconds)
    }

    /// The moment in the zone it was given in, such as `2026-03-02T11:14:06.880+01:00`.
    ///
    /// Where the year or the offset (24 hours or more) cannot be written, it is `rfc3339UTC`.
    public var rfc3339: String {
        guard abs(Int(zoneMinutes)) < 24 * 60 else { return rfc3339UTC }
        return Parts(milliseconds, zoneMinutes: zoneMinutes)?.text(separator: "T", milliseconds: true)
            ?? rfc3339UTC
    }

    /// The moment as people read it, such as `2026-03-02 10:14:06Z` or `2026-03-02 11:14:06+01:00`.
    ///
    /// Seconds are cut, not rounded. Outside the years 0000 - 9999 it is the signed count of milliseconds and
    /// ` ms`.
    ///
    /// - Parameters:
    ///   - zoneMinutes: The offset to show it in, in minutes east of UTC, less than 24 hours.
    ///   - showsMilliseconds: Whether to show those too.
    public func shortText(zoneMinutes: Int16 = 0, milliseconds showsMilliseconds: Bool = false) -> String {
        let zone = abs(Int(zoneMinutes)) < 24 * 60 ? zoneMinutes : 0
        return Parts(milliseconds, zoneMinutes: zone)?
            .text(separator: " ", milliseconds: showsMilliseconds) ?? "\(milliseconds) ms"
    }

    /// The civil date and time of a moment in a zone.
    private struct Parts {
        let date: CivilDate
        let millisecondOfDay: Int64
        let zoneMinutes: Int16

        /// The parts, or nil outside the years 0000 - 9999.
        init?(_ milliseconds: Int64, zoneMinutes: Int16) {
            // Days first: adding the offset to the milliseconds could overflow.
            let (day, rest) = milliseconds.flooredDivision(by: millisecondsPerDay)
            let (shift, millisecondOfDay) = (rest + Int64(zoneMinutes) * millisecondsPerMinute)
                .flooredDivision(by: millisecondsPerDay)
            let date = CivilDate(daysSince1970: day + shift)
            guard (0...9999).contains(date.year) else { return nil }
            self.date = date
            self.millisecondOfDay = millisecondOfDay
            self.zoneMinutes = zoneMinutes
        }

        func text(separator: Unicode.Scalar, milliseconds: Bool) -> String {
            var text: [UInt8] = []
            text.reserveCapacity(32)
            let second = Int(millisecondOfDay / millisecondsPerSecond)
            append(Int(date.year), width: 4, after: nil, to: &text)
            append(date.month, width: 2, after: "-", to: &text)
            append(date.day, width: 2, after: "-", to: &text)
            append(second / 3600, width: 2, after: separator, to: &text)
            append(second / 60 % 60, width: 2, after: ":", to: &text)
            append(second % 60, width: 2, after: ":", to: &text)
            if milliseconds {
                append(Int(millisecondOfDay % millisecondsPerSecond), width: 3, after: ".", to: &text)
            }
            if zoneMinutes == 0 {
                text.append(UInt8(ascii: "Z"))
            } else {
                let offset = abs(Int(zoneMinutes))
                append(offset / 60, width: 2, after: zoneMinutes < 0 ? "-" : "+", to: &text)
                append(offset % 60, width: 2, after: ":", to: &text)
            }
            return String(decoding: text, as: UTF8.self)
        }

        private func append(
            _ number: Int, width: Int, after mark: Unicode.Scalar?, to text: inout [UInt8]
        ) {
            if let mark { text.append(UInt8(ascii: mark)) }
            var divisor = 1
            for _ in 1..<width { divisor *= 10 }
            while divisor > 0 {
                text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
                divisor /= 10
            }
        }
    }
}

extension Timestamp: CustomStringConvertible {
    /// The moment in its own zone, as `rfc3339`.
    public var description: String { rfc3339 }
}

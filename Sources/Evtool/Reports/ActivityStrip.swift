internal import CommandLineKit
internal import EventCoding

/// A strip of bars: how much happened when.
struct ActivityStrip {
    /// The most bars shown.
    private static let mostBars = 40

    /// The strip's text, or nil for a history without events.
    ///
    /// - Parameter days: Events by day since 1970.
    static func text(days: [Int64: Int], bars: [String]) -> String? {
        guard let first = days.keys.min(), let last = days.keys.max(), !bars.isEmpty else { return nil }
        let (span, overflow) = last.subtractingReportingOverflow(first)
        guard !overflow else { return nil }
        let width = max(1, (span + Int64(mostBars)) / Int64(mostBars))
        var counts = [Int](repeating: 0, count: Int(span / width) + 1)
        for (day, count) in days { counts[Int((day - first) / width)] += count }
        let most = counts.max() ?? 1
        let strip = counts.map { count in
            count == 0 ? " " : bars[min(bars.count - 1, (count * bars.count - 1) / max(most, 1))]
        }.joined()
        let unit = width == 1 ? "a day" : "\(width) days"
        return "\(date(first)) \(strip) \(date(last))  (\(unit) a bar, by when it happened)"
    }

    private static func date(_ day: Int64) -> String {
        let (milliseconds, overflow) = day.multipliedReportingOverflow(by: 86_400_000)
        return overflow ? "day \(day)" : String(Timestamp(milliseconds: milliseconds).rfc3339UTC.prefix(10))
    }
}

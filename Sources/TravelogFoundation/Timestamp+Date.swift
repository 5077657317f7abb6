public import EventCoding

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Timestamp {
    /// The moment as a date; the zone is not part of it.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// A date in whole milliseconds, with the offset of a zone at that moment.
    ///
    /// - Parameters:
    ///   - date: The moment; one that 64 bits of milliseconds cannot say becomes the nearest that they can.
    ///   - zone: The zone in which it is to be shown; the machine's where left out.
    public init(_ date: Date, in zone: TimeZone = .current) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        self.init(
            milliseconds: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min),
            zoneMinutes: Int16(clamping: zone.secondsFromGMT(for: date) / 60))
    }
}

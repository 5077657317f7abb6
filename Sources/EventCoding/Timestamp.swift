/// A moment in whole milliseconds since 1970 (UTC, without leap seconds), with the zone it was given in.
///
/// Any signed 64-bit value is a moment; none orders a log.
public struct Timestamp: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    /// The zone's offset from UTC in minutes, as given.
    public var zoneMinutes: Int16

    /// A moment; the offset is in minutes east of UTC.
    public init(milliseconds: Int64, zoneMinutes: Int16 = 0) {
        self.milliseconds = milliseconds
        self.zoneMinutes = zoneMinutes
    }
}

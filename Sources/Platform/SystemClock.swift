#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The machine's clocks.
public enum SystemClock {
    /// Milliseconds since 1970-01-01T00:00:00Z as the system's clock has them; may jump.
    public static func now() -> Int64 {
        let time = read(CLOCK_REALTIME)
        let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
        return overflow ? Int64.max : seconds + Int64(time.tv_nsec) / 1_000_000
    }

    /// Nanoseconds since some moment in the past; never runs back.
    public static func monotonicNanoseconds() -> Int64 {
        let time = read(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Milliseconds since some moment in the past; never runs back.
    public static func monotonicMilliseconds() -> Int64 { monotonicNanoseconds() / 1_000_000 }

    /// The offset of the machine's zone from UTC at a moment, in minutes east.
    ///
    /// - Parameter milliseconds: The moment, in milliseconds since 1970.
    public static func localOffsetMinutes(at milliseconds: Int64) -> Int {
        localOffsetSeconds(at: milliseconds) / 60
    }

    /// The offset of the machine's zone from UTC at a moment, in seconds east.
    ///
    /// The environment variable `TZ` counts, then `/etc/localtime`. 0 when the system cannot say.
    public static func localOffsetSeconds(at milliseconds: Int64) -> Int {
        var moment = time_t(milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000)
        var parts = unsafe tm()
        tzset()
        guard unsafe localtime_r(&moment, &parts) != nil else { return 0 }
        return unsafe Int(parts.tm_gmtoff)
    }

    /// Blocks the calling thread for at least `milliseconds`, or until a signal arrives.
    public static func sleep(milliseconds: Int) {
        var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        _ = unsafe nanosleep(&time, nil)
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else {
            preconditionFailure("the system has no clock \(clock)")
        }
        return time
    }
}

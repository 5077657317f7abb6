internal import CommandLineKit
internal import Platform

/// The zone in which people read times; machine output is UTC whatever it is.
enum Zone {
    case utc
    case local
    case named(TimeZoneFile)

    /// Reads `UTC`, `local` or `Area/City`.
    init(_ text: String) throws(ToolError) {
        switch text {
        case "UTC", "utc", "Z": self = .utc
        case "local": self = .local
        default:
            do throws(PlatformError) { self = .named(try TimeZoneFile(name: text)) } catch {
                throw ToolError(
                    .zone, exit: .usage, "there is no zone \"\(text)\"",
                    details: ["accepted: UTC, local, or Area/City as in Europe/Lisbon"], argument: "--tz",
                    value: text)
            }
        }
    }

    /// Minutes east of UTC at a moment in milliseconds since 1970.
    func offsetMinutes(at milliseconds: Int64) -> Int {
        switch self {
        case .utc: 0
        case .local: SystemClock.localOffsetMinutes(at: milliseconds)
        case .named(let file): file.offsetMinutes(at: milliseconds)
        }
    }
}

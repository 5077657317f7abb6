internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Platform

/// A place in a log as users write it: a number, an end, a time or an event's id.
enum PositionSelector: Hashable {
    /// A position; 0 is the empty state.
    case position(UInt64)
    /// So many events from the end: 1 is the last.
    case fromEnd(UInt64)
    /// The first event.
    case first
    /// The last event.
    case last
    /// The last event recorded at or before a moment, in milliseconds since 1970.
    case time(Int64)
    /// So many milliseconds before the last event's recorded time.
    case beforeEnd(Int64)
    /// So many milliseconds before now.
    case beforeNow(Int64)
    /// The event with this id.
    case id(EventID)

    /// What is accepted, for error messages.
    static let acceptedForms =
        "accepted: 5186, -1 (the last), first, last, 0, 2026-03-02T10:30:00Z, 2026-03-02, end-2h, now-3d, id:UUID"

    /// Reads a selector.
    ///
    /// - Parameters:
    ///   - zone: Where a bare day begins.
    ///   - argument: The option or argument it came from, for errors.
    init(_ text: String, zone: Zone, argument: String) throws(ToolError) {
        if let special = Self.word(text) {
            self = special
        } else if let relative = try Self.relative(text, argument: argument) {
            self = relative
        } else if text.hasPrefix("id:") {
            guard let id = EventID(uuid: String(text.dropFirst(3))) else {
                throw Self.error(.position, "\"\(text)\" is not an event id", text, argument)
            }
            self = .id(id)
        } else if text.utf8.contains(UInt8(ascii: "-")) || text.utf8.contains(UInt8(ascii: ":")) {
            self = .time(try Self.moment(text, zone: zone, argument: argument))
        } else {
            var error = Self.error(.position, "\"\(text)\" is not a position", text, argument)
            error.candidates = Self.meant(text)
            throw error
        }
    }

    /// What a word of everyday speech most likely stands for.
    private static func meant(_ text: String) -> [String] {
        switch text.lowercased() {
        case "yesterday": ["now-1d"]
        case "now", "today", "latest", "newest", "end", "head": ["last"]
        case "start", "begin", "beginning", "oldest": ["first"]
        default: []
        }
    }

    private static func word(_ text: String) -> PositionSelector? {
        switch text {
        case "first": return .first
        case "last": return .last
        default: break
        }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = UInt64(digits)
        else { return nil }
        return text.hasPrefix("-") ? .fromEnd(number) : .position(number)
    }

    private static func relative(_ text: String, argument: String) throws(ToolError) -> PositionSelector? {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 1 {
            guard duration(text) != nil else { return nil }
            throw error(
                .position, "\"\(text)\" does not say from where: write end-\(text) or now-\(text)", text,
                argument)
        }
        guard parts[0] == "end" || parts[0] == "now" else { return nil }
        guard let duration = duration(String(parts[1])) else {
            throw error(
                .position,
                "\"\(parts[1])\" is not a span of time; s, m, h, d and w are accepted, as in end-90m",
                text, argument)
        }
        return parts[0] == "end" ? .beforeEnd(duration) : .beforeNow(duration)
    }

    /// The milliseconds of a span such as `90m`, or nil.
    private static func duration(_ text: String) -> Int64? {
        let units: [(Character, Int64)] = [
            ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000), ("w", 604_800_000),
        ]
        guard let unit = units.first(where: { $0.0 == text.last }), let count = Int64(text.dropLast()),
            count >= 0, text.first != "+"
        else { return nil }
        let (product, overflow) = count.multipliedReportingOverflow(by: unit.1)
        return overflow ? nil : product
    }

    private static func moment(_ text: String, zone: Zone, argument: String) throws(ToolError) -> Int64 {
        do throws(TimestampError) {
            if text.utf8.count <= 10 {
                // The zone's offset may itself depend on the day; its midnight decides.
                let guess = try Timestamp(startOfDay: text).milliseconds
                let offset = Int16(zone.offsetMinutes(at: guess))
                return try Timestamp(startOfDay: text, zoneMinutes: offset).milliseconds
            }
            return try Timestamp(parsingRFC3339: text).milliseconds
        } catch {
            throw Self.error(.timeForm, "\"\(text)\" is not a time: \(error)", text, argument)
        }
    }

    private static func error(
        _ code: ErrorCode, _ message: String, _ text: String, _ argument: String
    ) -> ToolError {
        ToolError(
            code, exit: .usage, message, details: [acceptedForms], argument: argument, value: text)
    }
}

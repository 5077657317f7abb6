internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Platform

/// Turns selectors into positions of one log, and says on the way what a time became.
struct PositionResolver {
    let source: any EventSource
    /// The head when the command began: `last` stays what it was while the log grows.
    let head: LogHead
    let log: String
    let program: String
    /// Notes for standard error: which event a time became.
    private(set) var notes: [String] = []

    init(_ source: any EventSource, log: String, program: String) throws(ToolError) {
        self.source = source
        self.log = log
        self.program = program
        do throws(LogError) { head = try source.head() } catch {
            throw ToolError(log: error, path: log, program: program)
        }
    }

    /// The position that `selector` names; 0 only where the empty state makes sense.
    mutating func resolve(
        _ selector: PositionSelector, text: String, argument: String, allowingZero: Bool
    ) throws(ToolError) -> UInt64 {
        switch selector {
        case .position(let position):
            guard position <= head.position, position > 0 || allowingZero else {
                throw outOfRange(text, argument: argument, allowingZero: allowingZero)
            }
            return position
        case .fromEnd(let count):
            guard count >= 1, count <= head.position else {
                throw outOfRange(text, argument: argument, allowingZero: allowingZero)
            }
            return head.position - count + 1
        case .first:
            guard head.position > 0 || allowingZero else {
                throw outOfRange(text, argument: argument, allowingZero: allowingZero)
            }
            return min(1, head.position)
        case .last:
            guard head.position > 0 || allowingZero else {
                throw outOfRange(text, argument: argument, allowingZero: allowingZero)
            }
            return head.position
        case .time(let milliseconds):
            return try resolve(time: milliseconds, text: text, argument: argument)
        case .beforeEnd(let span):
            let (time, overflow) = (head.recorded ?? 0).subtractingReportingOverflow(span)
            return try resolve(time: overflow ? .min : time, text: text, argument: argument)
        case .beforeNow(let span):
            let (time, overflow) = SystemClock.now().subtractingReportingOverflow(span)
            return try resolve(time: overflow ? .min : time, text: text, argument: argument)
        case .id(let id):
            return try resolve(id: id, text: text, argument: argument)
        }
    }

    private mutating func resolve(
        time milliseconds: Int64, text: String, argument: String
    ) throws(ToolError) -> UInt64 {
        let position: UInt64
        do throws(LogError) { position = try source.position(recordedAtOrBefore: milliseconds) } catch {
            throw ToolError(log: error, path: log, program: program)
        }
        guard position > 0 else {
            let first = try firstRecorded()
            throw ToolError(
                .timeBeforeLog, exit: .usage, "nothing was recorded at or before \(text)",
                details: [
                    first.map { "the first event was recorded at \(Timestamp(milliseconds: $0).rfc3339UTC)" }
                        ?? "the log is empty",
                    "times select by when an event was recorded; an import records everything on its own day",
                    "to go by when things happened, find the last event until then and give its number",
                ], argument: argument, value: text,
                next: ShellText.command([
                    program, "log", "--log", log, "-n", "1", "--times", "occurred", "--where",
                    "occurred <= \(Timestamp(milliseconds: milliseconds).rfc3339UTC)",
                ]))
        }
        let moment = Timestamp(milliseconds: milliseconds).rfc3339UTC
        notes.append("at \(moment) = event \(position)")
        return position
    }

    private func firstRecorded() throws(ToolError) -> Int64? {
        guard head.position > 0 else { return nil }
        do throws(LogError) { return try source.firstRecorded(within: 1...head.position)?.recorded } catch {
            throw ToolError(log: error, path: log, program: program)
        }
    }

    private func resolve(id: EventID, text: String, argument: String) throws(ToolError) -> UInt64 {
        do throws(LogError) {
            if let position = try source.position(of: id) { return position }
        } catch { throw ToolError(log: error, path: log, program: program) }
        throw ToolError(
            .positionRange, exit: .usage, "no event has the id \(id)", argument: argument, value: text)
    }

    private func outOfRange(_ text: String, argument: String, allowingZero: Bool) -> ToolError {
        let lowest = allowingZero ? 0 : 1
        return ToolError(
            .positionRange, exit: .usage, "there is no event \(text) in this log",
            details: [
                head.position == 0
                    ? "the log is empty"
                    : head.position == 1
                        ? "accepted: \(lowest == 0 ? "0, " : "")1 or -1"
                        : "accepted: \(lowest) to \(head.position), or -1 to -\(head.position) from the end"
            ], argument: argument, value: text)
    }
}

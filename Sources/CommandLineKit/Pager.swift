import Platform

/// A pager for answers that are taller than the terminal.
///
/// Answers wait until they outgrow the screen; only then the pager starts.
struct Pager {
    /// What runs when the environment names no pager: less, when it is there.
    ///
    /// It leaves at once when everything fits (-F), shows colours (-R) and keeps the screen (-X).
    static let defaultCommand =
        "if command -v less >/dev/null 2>&1; then exec less -FRX; else exec cat; fi"

    private let command: String?
    private let rows: Int
    private var mayStart: Bool
    private var process: PipeToCommand?
    private var lines = 0
    private var counted = 0

    init(command: String?, rows: Int) {
        self.command = command
        self.rows = rows
        mayStart = command != nil
    }

    /// The command that the environment asks for, or nil for none.
    ///
    /// `EVTOOL_PAGER` (after the program's name) beats `PAGER`; an empty one or `cat` means none.
    static func command(program: String, environment: (String) -> String?) -> String? {
        let name = program.uppercased() + "_PAGER"
        let command = environment(name) ?? environment("PAGER") ?? defaultCommand
        return command.isEmpty || command == "cat" ? nil : command
    }

    /// Whether answers should come here line by line.
    var isWaiting: Bool { mayStart && process == nil }

    /// Whether the pager owns the screen.
    var isRunning: Bool { process != nil }

    mutating func startNoMore() { mayStart = false }

    /// Whether `pending`, all that was gathered so far, still fits the screen.
    mutating func shouldHold(_ pending: [UInt8]) -> Bool {
        guard isWaiting else { return false }
        if counted > pending.count { (lines, counted) = (0, 0) }
        lines += pending[counted...].count { $0 == UInt8(ascii: "\n") }
        counted = pending.count
        return lines < rows
    }

    /// Writes to the pager, starting it when needed; false when there is none.
    mutating func write(_ bytes: [UInt8]) throws(PlatformError) -> Bool {
        if isWaiting, lines >= rows, let command {
            ProcessEnvironment.setIfMissing("LESS", "FRX")
            process = try? PipeToCommand(shellCommand: command)
            mayStart = false
            // A reader that leaves the pager early is no reason to leave the pager alone on the screen.
            if process != nil { Signals.ignoreClosedPipes() }
        }
        guard let process else { return false }
        try process.write(bytes)
        return true
    }

    mutating func close() {
        process?.close()
        process = nil
        mayStart = false
    }
}

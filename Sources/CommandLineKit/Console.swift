public import Platform

/// The tool's output: answers to one stream, everything else to another.
///
/// The only way for text to a terminal, so this is where it is escaped. Answers are gathered and written
/// in large pieces; a failed write is remembered and told by `finish`. Not for use from two threads.
public final class Console {
    /// What the command line says about output.
    public struct Settings: Hashable, Sendable {
        /// For whom the output is.
        public var mode: OutputMode
        /// Whether it is coloured.
        public var color: OutputChoice
        /// Whether progress is shown.
        public var progress: OutputChoice
        /// Whether a pager may be used; never while following a log.
        public var allowsPager: Bool

        /// Settings; all as usual unless told otherwise.
        public init(
            mode: OutputMode = .human, color: OutputChoice = .auto, progress: OutputChoice = .auto,
            allowsPager: Bool = true
        ) {
            self.mode = mode
            self.color = color
            self.progress = progress
            self.allowsPager = allowsPager
        }
    }

    /// The answer could not be written.
    public static let outputFailed = ErrorCode("E-OUTPUT-FAILED")
    /// The bytes that are gathered before a write.
    public static let bufferSize = 1 << 16

    /// The tool's name.
    public let program: String
    /// What the command line says about output.
    public let settings: Settings
    /// What the streams are.
    public let terminal: TerminalInfo
    /// Whether output for people is coloured.
    public let isColored: Bool
    /// The first failure to write an answer; verbs that print much stop when there is one.
    public private(set) var outputFailure: PlatformError?

    let environment: (String) -> String?
    let monotonicMilliseconds: @Sendable () -> Int64
    private let output: ByteSink
    private let errors: ByteSink
    /// A field that is true in each line of JSON from now on; nil for none.
    public var lineFlag: String?

    private var buffer: [UInt8] = []
    private var pager: Pager
    private var heldNotes: [UInt8] = []
    let progressLine: ProgressLine

    /// A console on the process's own streams.
    public static func standard(program: String, settings: Settings) -> Console {
        Console(program: program, settings: settings, terminal: .current())
    }

    /// A console on any sinks.
    ///
    /// - Parameters:
    ///   - program: The tool's name.
    ///   - settings: What the command line says about output.
    ///   - terminal: What the streams are.
    ///   - output: Where answers go.
    ///   - errors: Where everything else goes.
    ///   - environment: How environment variables are looked up.
    ///   - monotonicMilliseconds: The clock for progress.
    public init(
        program: String, settings: Settings = Settings(), terminal: TerminalInfo,
        output: ByteSink = .stream(.output), errors: ByteSink = .stream(.error),
        environment: @escaping (String) -> String? = ProcessEnvironment.value,
        monotonicMilliseconds: @escaping @Sendable () -> Int64 = { SystemClock.monotonicMilliseconds() }
    ) {
        self.program = program
        self.settings = settings
        self.terminal = terminal
        self.output = output
        self.errors = errors
        self.environment = environment
        self.monotonicMilliseconds = monotonicMilliseconds
        progressLine = ProgressLine(on: errors, columns: terminal.columns)
        let isHuman = settings.mode == .human
        isColored =
            isHuman
            && settings.color.allowsColor(
                isTerminal: terminal.isOutputTerminal, environment: environment)
        let mayPage =
            isHuman && settings.allowsPager && terminal.isOutputTerminal && output.isProcessStream
        pager = Pager(
            command: mayPage ? Pager.command(program: program, environment: environment) : nil,
            rows: terminal.rows)
    }

    /// For whom the output is.
    public var mode: OutputMode { settings.mode }

    /// The marks to draw with: ASCII only on a terminal that cannot show others, so that output to files
    /// and pipes is the same everywhere.
    public var marks: Marks {
        mode == .human && terminal.isOutputTerminal && !terminal.isUTF8 ? .ascii : .unicode
    }

    /// The width to cut text to in columns, or nil when nothing is cut.
    public var cutWidth: Int? { mode == .human && terminal.isOutputTerminal ? terminal.columns : nil }

    // MARK: Answers

    /// Writes a line of an answer; the text may come from data.
    public func print(_ text: String = "") { printRendered(TerminalText.escaped(text)) }

    /// Writes a line of an answer; its parts may come from data.
    public func print(_ text: StyledText) { printRendered(text.rendered(colored: isColored)) }

    /// Writes a line of JSON.
    public func write(_ line: JSONLine) {
        var line = line
        if let lineFlag { line.bool(lineFlag, true) }
        writeBytes(line.bytes)
    }

    /// Writes a table as the mode asks for.
    ///
    /// - Precondition: The mode is not JSON, where every row is a line of its own kind.
    public func print(_ table: TextTable) {
        switch mode {
        case .human: for line in table.lines(cutTo: cutWidth, marks: marks) { print(line) }
        case .plain: for line in table.plainLines { printRendered(line) }
        case .json: preconditionFailure("a table is not written in JSON mode; write its rows as lines")
        }
    }

    /// Writes bytes of an answer as they are: only what this package made harmless, such as JSON lines.
    public func writeBytes(_ bytes: [UInt8]) {
        guard outputFailure == nil else { return }
        buffer += bytes
        if buffer.count >= Self.bufferSize || pager.isWaiting { send(isFinal: false) }
    }

    /// Writes everything gathered so far; from now on no pager is started.
    public func flush() {
        pager.startNoMore()
        send(isFinal: true)
        if !pager.isRunning { writeHeldNotes() }
    }

    private func printRendered(_ line: String) { writeBytes(Array(line.utf8) + [UInt8(ascii: "\n")]) }

    private func send(isFinal: Bool) {
        guard outputFailure == nil, !buffer.isEmpty else { return }
        if !isFinal && pager.shouldHold(buffer) { return }
        progressLine.clear()
        do {
            if try !pager.write(buffer) { try output.write(buffer) }
            // The screen is the pager's now.
            if pager.isRunning { progressLine.end() }
        } catch {
            outputFailure = error
        }
        buffer.removeAll(keepingCapacity: true)
    }

    // MARK: Everything else

    /// Writes a line for the reader beside the answer; the text may come from data.
    ///
    /// Where both streams lead to one place, the line stands after what was printed before it.
    public func note(_ text: String) {
        let line = Array(TerminalText.escaped(text).utf8) + [UInt8(ascii: "\n")]
        if !buffer.isEmpty {
            // Until it is decided whether a pager shows the answer, the note waits with it.
            if pager.isWaiting { return heldNotes += line }
            send(isFinal: true)
        }
        progressLine.clear()
        writeNote(line)
    }

    /// Tells an error: for people in lines, in JSON mode as one object.
    public func report(_ error: ToolError) {
        if !pager.isRunning { send(isFinal: true) }
        progressLine.clear()
        if mode == .json {
            writeNote(error.jsonLine.bytes)
        } else {
            for line in error.lines(program: program) { writeNote(Array(line.utf8) + [UInt8(ascii: "\n")]) }
        }
    }

    /// Writes to the error stream; while a pager owns the screen, notes wait for its end.
    func writeNote(_ bytes: [UInt8]) {
        if pager.isRunning {
            heldNotes += bytes
        } else {
            // There is no better place to tell that the error stream itself fails.
            try? errors.write(bytes)
        }
    }

    private func writeHeldNotes() {
        if !heldNotes.isEmpty { try? errors.write(heldNotes) }
        heldNotes.removeAll()
    }

    // MARK: The end

    /// Writes what is left, ends the pager, and tells a failure of the output.
    ///
    /// A reader that went away ends the process quietly, as the system would.
    /// - Parameter status: How the tool would end otherwise.
    /// - Returns: `status`, or 74 when the answer could not be written, or 141 for a closed pipe that is
    ///   not the process's own output.
    public func finish(_ status: ExitStatus) -> ExitStatus {
        send(isFinal: true)
        progressLine.clear()
        pager.close()
        writeHeldNotes()
        guard let failure = outputFailure else { return status }
        if failure.code == .closedPipe {
            if output.isProcessStream { Signals.dieOfClosedPipe() }
            return .closedPipe
        }
        report(
            ToolError(
                Self.outputFailed, exit: .inputOutput, failure.description,
                details: ["the answer is not complete"]))
        return .inputOutput
    }
}

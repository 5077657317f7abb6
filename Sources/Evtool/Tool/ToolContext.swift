internal import CommandLineKit
internal import EventLog
internal import Platform
internal import Projections

/// What a running verb has at hand: its arguments, its model, its console and, when asked for, its log.
final class ToolContext {
    /// The version of the machine-readable output; fields are only ever added within one.
    static let outputFormat = 1

    let model: Model
    let arguments: ParsedArguments
    /// The command line as it was typed, without the program's name.
    let words: [String]
    let console: Console
    let zone: Zone
    /// Options, verbs and help, for `help` and for hints.
    let table: CommandTable
    private var opened: OpenedLog?
    private var knownHypothesis: Hypothesis??

    init(
        model: Model, arguments: ParsedArguments, words: [String], console: Console, table: CommandTable
    ) throws(ToolError) {
        self.model = model
        self.arguments = arguments
        self.words = words
        self.console = console
        self.table = table
        zone = try Zone(arguments.value("tz") ?? "UTC")
    }

    var program: String { model.program }
    var mode: OutputMode { console.mode }

    // MARK: Commands to try next

    /// A command that can be pasted, about the same log as this one.
    func command(_ words: String...) -> String { command(words) }

    /// A command that can be pasted, about the same log as this one.
    func command(_ words: [String]) -> String {
        let log = arguments.value("log").map { ["--log", $0] } ?? []
        return ShellText.command([program] + words + log)
    }

    /// This command with more words.
    func sameCommand(adding more: String...) -> String {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return ShellText.command([program] + words[..<end] + more + words[end...])
    }

    // MARK: The log

    /// The path of the log that this command is about.
    func logPath() throws(ToolError) -> String {
        try LogLocator.path(for: self)
    }

    /// The log, opened for reading on first use.
    func openLog() throws(ToolError) -> OpenedLog {
        if let opened { return opened }
        let isShared = arguments.accepts("follow") && arguments.has("follow")
        let log = try OpenedLog.open(logPath(), isShared: isShared, self)
        opened = log
        return log
    }

    /// What the command supposes with `--without` and `--insert`; nil where it asks about what happened.
    func hypothesis() throws(ToolError) -> Hypothesis? {
        if let knownHypothesis { return knownHypothesis }
        let hypothesis = try Hypothesis(self)
        knownHypothesis = hypothesis
        return hypothesis
    }

    /// The events that the command is about: those of the log, or those it supposes.
    func history() throws(ToolError) -> any EventSource {
        if let hypothesis = try hypothesis() { return hypothesis.source }
        return try openLog().log
    }

    /// Opens the log once more, through a reader slot, since somebody writes to it after all.
    func reopenShared() throws(ToolError) -> OpenedLog {
        opened?.close()
        let log = try OpenedLog.open(logPath(), isShared: true, self)
        opened = log
        return log
    }

    /// Runs a call of the log and puts its failure into the tool's words.
    func reading<Result>(_ body: () throws -> Result) throws(ToolError) -> Result {
        do { return try body() } catch { throw toolError(error) }
    }

    /// The tool's word for any error of the library.
    func toolError(_ error: any Error) -> ToolError {
        switch error {
        case let error as ToolError: return error
        case let error as LogError:
            return ToolError(log: error, path: opened?.path ?? error.path ?? "", program: program)
        case let error as PlatformError: return ToolError(platform: error, path: error.path ?? "")
        case let error as ProjectionError:
            return ToolError(projection: error, context: self)
        default:
            return ToolError(.bug, exit: .bug, "unexpected error: \(error)", details: ["please report this"])
        }
    }

    /// Prints a resolver's notes, once each, on standard error.
    func printNotes(of resolver: PositionResolver) {
        for note in resolver.notes { console.note(note) }
    }

    // MARK: The end

    /// Ends a verb: in JSON with the `end` line, whose counts come in this order.
    ///
    /// A static copy that changed while it was read, or that is damaged, makes the answer doubtful, whatever
    /// it was.
    /// - Parameter tellsOfDamage: Whether the answer itself says what is damaged, so that it stands.
    func end(
        _ status: ExitStatus, counts: [(name: String, count: Int)] = [], isComplete: Bool = true,
        tellsOfDamage: Bool = false
    ) -> ExitStatus {
        var (status, isComplete) = (status, isComplete)
        if noteDoubt(tellsOfDamage: tellsOfDamage) { (status, isComplete) = (.cannotTell, false) }
        if mode == .json {
            console.write(
                JSONLine.end(counts: counts, complete: isComplete, exit: status, format: Self.outputFormat))
        }
        return status
    }

    /// Says what makes every answer from this log doubtful, and whether anything does.
    func noteDoubt(tellsOfDamage: Bool = false) -> Bool {
        guard let doubt = opened?.doubt(self, tellsOfDamage: tellsOfDamage) else { return false }
        console.note(doubt)
        return true
    }
}

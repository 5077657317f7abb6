import Platform

/// A line that tells how far a long task is, for people at a terminal.
///
/// It appears after a second, moves ten times a second at most, and goes when it is done. Without terminals
/// on both output streams there is none, unless `--progress always` asks for plain lines.
public final class Progress {
    /// The time before anything shows, in milliseconds.
    public static let delay: Int64 = 1000
    /// The time between two changes of the line, in milliseconds.
    public static let interval: Int64 = 100
    /// The time between two lines where lines cannot be overwritten, in milliseconds.
    public static let lineInterval: Int64 = 1000

    private let console: Console
    private let label: String
    private let total: Int?
    private let isShown: Bool
    private let overwrites: Bool
    private var nextShow: Int64

    /// Progress of the task `label`.
    ///
    /// - Parameters:
    ///   - console: Where to show it.
    ///   - label: What is being done: `replaying`.
    ///   - total: The number of steps, when known.
    public init(_ console: Console, _ label: String, total: Int? = nil) {
        self.console = console
        self.label = label
        self.total = total
        let terminal = console.terminal
        overwrites = terminal.isOutputTerminal && terminal.isErrorTerminal
        switch console.settings.progress {
        case .always: isShown = true
        case .never: isShown = false
        case .auto: isShown = overwrites
        }
        nextShow = console.monotonicMilliseconds() + Self.delay
    }

    deinit { if isShown && overwrites { console.clearProgress() } }

    /// Tells that `done` steps are done; cheap enough for every step of some thousand a second.
    public func update(_ done: Int) {
        guard isShown else { return }
        let now = console.monotonicMilliseconds()
        guard now >= nextShow else { return }
        nextShow = now + (overwrites ? Self.interval : Self.lineInterval)
        console.showProgress(text(done), overwriting: overwrites)
    }

    /// Takes the line away.
    public func finish() {
        if isShown && overwrites { console.clearProgress() }
    }

    private func text(_ done: Int) -> String {
        guard let total, total > 0 else { return "\(label) \(done)" }
        let percent = Int(Double(min(done, total)) / Double(total) * 100)
        return "\(label) \(done) of \(total) (\(percent)%)"
    }
}

extension Console {
    /// Shows a progress line, over the one before where the terminal can do that.
    func showProgress(_ text: String, overwriting: Bool) {
        let line = TerminalText.escaped(text)
        guard overwriting else { return writeNote(Array((line + "\n").utf8)) }
        let cut = TextWidth.cut(line, to: max(1, terminal.columns - 1), ellipsis: marks.ellipsis)
        let blanks = max(0, TextWidth.width(visibleProgress) - TextWidth.width(cut))
        writeNote(Array(("\r" + cut + String(repeating: " ", count: blanks)).utf8))
        visibleProgress = cut
    }

    /// Takes the progress line away before anything else is written.
    ///
    /// Blanks instead of an erase sequence, so that it works on a dumb terminal too.
    func clearProgress() {
        guard !visibleProgress.isEmpty else { return }
        let blanks = String(repeating: " ", count: TextWidth.width(visibleProgress))
        visibleProgress = ""
        writeNote(Array(("\r" + blanks + "\r").utf8))
    }
}

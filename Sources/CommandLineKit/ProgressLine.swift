import Synchronization

/// The line at the foot of a terminal that tells how far something is.
///
/// A console and all its progress share it, so that the line goes before anything else is written.
final class ProgressLine: Sendable {
    private struct State {
        var visible = ""
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let sink: ByteSink
    private let columns: Int

    /// A line on `sink`, whose terminal is so many columns wide.
    init(on sink: ByteSink, columns: Int) {
        self.sink = sink
        self.columns = columns
    }

    /// Shows a line, over the one before where the terminal can do that.
    func show(_ text: String, overwriting: Bool, ellipsis: String) {
        let line = TerminalText.escaped(text)
        state.withLock { state in
            guard !state.hasEnded else { return }
            guard overwriting else { return write(line + "\n") }
            let cut = TextWidth.cut(line, to: max(1, columns - 1), ellipsis: ellipsis)
            let blanks = max(0, TextWidth.width(state.visible) - TextWidth.width(cut))
            write("\r" + cut + String(repeating: " ", count: blanks))
            state.visible = cut
        }
    }

    /// Takes the line away.
    ///
    /// Blanks instead of an erase sequence, so that it works on a dumb terminal too.
    func clear() {
        state.withLock { state in
            guard !state.visible.isEmpty else { return }
            write("\r" + String(repeating: " ", count: TextWidth.width(state.visible)) + "\r")
            state.visible = ""
        }
    }

    /// Lets nothing be shown from now on.
    func end() { state.withLock { $0.hasEnded = true } }

    /// A progress that cannot be written is no reason to end what it tells about.
    private func write(_ text: String) { try? sink.write(Array(text.utf8)) }
}

import Platform
import Synchronization

/// A line that tells how far a long task is, for people at a terminal: steps done, how many a second, and how
/// long the rest will take.
///
/// It appears after a second, moves ten times a second at most, and goes when it is done. Without terminals
/// on both output streams there is none, unless `--progress always` asks for plain lines.
public final class Progress: Sendable {
    /// The time before anything shows, in milliseconds.
    public static let delay: Int64 = 1000
    /// The time between two changes of the line, in milliseconds.
    public static let interval: Int64 = 100
    /// The time between two lines where lines cannot be overwritten, in milliseconds.
    public static let lineInterval: Int64 = 1000

    private struct State {
        /// When the task, or its present pass, began.
        var start: Int64
        var nextShow: Int64
        var done = 0
    }

    /// Whether anything would ever be shown on a console.
    public static func isShown(on console: Console) -> Bool {
        switch console.settings.progress {
        case .always: true
        case .never: false
        case .auto: overwrites(console)
        }
    }

    private static func overwrites(_ console: Console) -> Bool {
        console.terminal.isOutputTerminal && console.terminal.isErrorTerminal
    }

    private let line: ProgressLine
    private let ellipsis: String
    private let clock: @Sendable () -> Int64
    private let label: String
    private let total: Int?
    private let isShown: Bool
    private let overwrites: Bool
    private let state: Mutex<State>

    /// Progress of the task `label`.
    ///
    /// - Parameters:
    ///   - console: Where to show it.
    ///   - label: What is being done: `replaying`.
    ///   - total: The number of steps, when known.
    public init(_ console: Console, _ label: String, total: Int? = nil) {
        line = console.progressLine
        ellipsis = console.marks.ellipsis
        clock = console.monotonicMilliseconds
        self.label = label
        self.total = total
        isShown = Self.isShown(on: console)
        overwrites = Self.overwrites(console)
        let now = console.monotonicMilliseconds()
        state = Mutex(State(start: now, nextShow: now + Self.delay))
    }

    deinit { if isShown && overwrites { line.clear() } }

    /// Tells that `done` steps are done; cheap enough for every step of some thousand a second.
    ///
    /// A smaller number than before begins another pass over the same steps.
    /// - Parameter total: The number of steps, where it was not known from the start.
    public func update(_ done: Int, of total: Int? = nil) {
        guard isShown else { return }
        let now = clock()
        let text: String? = state.withLock { state in
            if done < state.done { state.start = now }
            state.done = done
            guard now >= state.nextShow else { return nil }
            state.nextShow = now + (overwrites ? Self.interval : Self.lineInterval)
            return self.text(done, of: total ?? self.total, after: now - state.start)
        }
        if let text { line.show(text, overwriting: overwrites, ellipsis: ellipsis) }
    }

    /// Takes the line away.
    public func finish() {
        if isShown && overwrites { line.clear() }
    }

    private func text(_ done: Int, of total: Int?, after milliseconds: Int64) -> String {
        let rate = milliseconds > 0 ? Double(done) * 1000 / Double(milliseconds) : 0
        let speed = rate >= 1 ? ", \(Int(min(rate, 1e15)))/s" : ""
        guard let total, total > 0 else { return "\(label) \(done)\(speed)" }
        let percent = Int(Double(min(done, total)) / Double(total) * 100)
        let text = "\(label) \(done) of \(total) (\(percent)%)\(speed)"
        guard rate > 0, done < total else { return text }
        return text + ", \(Self.duration(Double(total - done) / rate)) left"
    }

    /// A time as people say it, rounded up.
    private static func duration(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 1e9).rounded(.up))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole / 60 % 60) min"
    }
}

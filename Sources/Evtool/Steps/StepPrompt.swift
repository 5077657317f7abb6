internal import CommandLineKit

/// Asks a reader at a terminal what to show after each event.
struct StepPrompt {
    /// What a reader wants.
    enum Answer: Equatable {
        /// The next event.
        case next
        /// An event further on.
        case forward(UInt64)
        /// An event before the one that was shown.
        case back(UInt64)
        /// To end.
        case quit
    }

    private static let question = "Enter next, g N go to event N, q quit: "

    let console: Console
    /// The last event that can be shown.
    let last: UInt64

    /// What the reader types after an event; the end of input ends.
    func ask(after position: UInt64) -> Answer {
        while true {
            guard let line = console.ask(Self.question) else { return .quit }
            if let answer = answer(to: line, after: position) { return answer }
            console.note("accepted: an empty line, g and a number from 1 to \(last), q")
        }
    }

    /// What a line asks for, or nil where it cannot be understood.
    func answer(to line: String, after position: UInt64) -> Answer? {
        let words = line.split(whereSeparator: \.isWhitespace)
        switch words.first {
        case nil: return .next
        case "n" where words.count == 1: return .next
        case "q" where words.count == 1: return .quit
        case "g" where words.count == 2:
            guard let target = UInt64(words[1]), (1...max(1, last)).contains(target) else { return nil }
            return target > position ? .forward(target) : .back(target)
        default: return nil
        }
    }
}

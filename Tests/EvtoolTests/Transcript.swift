import Foundation
import Testing

/// The commands of a documentation page with what they print, in the page's order.
///
/// In a block of code a line that begins with `$ ` is a command, and the lines up to the next one or the end of
/// the block are its output.
struct Transcript {
    struct Step {
        /// What was typed.
        let command: String
        /// What the page shows below it; standard output and standard error as they come.
        let shown: [String]
        /// The page's lines that hold `shown`.
        let lines: Range<Int>
    }

    let path: String
    let steps: [Step]
    private let page: [String]

    /// The transcript in the file at `path`, relative to the package's folder.
    init(_ path: String) throws {
        self.path = path
        page = try String(contentsOfFile: Sample.repository + "/" + path, encoding: .utf8)
            .components(separatedBy: "\n")
        steps = Self.steps(of: page)
    }

    private static func steps(of page: [String]) -> [Step] {
        var steps: [Step] = []
        var isCode = false
        var command: String?
        var from = 0
        for (number, line) in page.enumerated() {
            let isFence = line.hasPrefix("```")
            let begins = isCode && line.hasPrefix("$ ")
            if isFence || begins, let typed = command {
                // Blank lines before the next command are the page's own.
                let end = page[from..<number].lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? from
                steps.append(Step(command: typed, shown: Array(page[from..<end]), lines: from..<end))
                command = nil
            }
            if isFence { isCode.toggle() }
            guard begins else { continue }
            command = String(line.dropFirst(2))
            from = number + 1
        }
        return steps
    }

    /// What one command did.
    struct Outcome {
        let output: [String]
        let status: Int
    }

    /// Runs the commands in one session of a shell in `folder`.
    ///
    /// - Parameter tools: The programs that may stand in commands.
    static func run(_ commands: [String], in folder: TemporaryFolder, tools: [String]) throws -> [Outcome] {
        let bin = URL(fileURLWithPath: ToolRun.tool).deletingLastPathComponent().path
        var script = "export LANG=C.UTF-8\nexec 2>&1 < /dev/null\n"
        for tool in tools { script += "\(tool)() { '\(bin)/\(tool)' \"$@\"; }\n" }
        // The mark carries the status, which the next command finds in `$?` as if nothing stood between.
        for command in commands {
            script += "\(command)\nstatus=$?; printf '\\036%d\\036' $status; (exit $status)\n"
        }
        let run = try ToolRun.shell(script, in: folder.path)
        let parts = run.stdout.components(separatedBy: "\u{1E}").dropLast()
        try #require(
            parts.count == 2 * commands.count, "the session ended early: \(run.stdout) \(run.stderr)")
        return stride(from: 0, to: parts.count, by: 2).map { index in
            var lines = parts[index].components(separatedBy: "\n")
            if lines.last == "" { lines.removeLast() }
            return Outcome(output: lines, status: Int(parts[index + 1]) ?? -1)
        }
    }

    /// Writes the page anew with what the commands printed.
    func record(_ outcomes: [Outcome]) throws {
        var lines = page
        for (step, outcome) in zip(steps, outcomes).reversed() {
            lines.replaceSubrange(step.lines, with: outcome.output)
        }
        try Data(lines.joined(separator: "\n").utf8)
            .write(to: URL(fileURLWithPath: Sample.repository + "/" + path))
    }

    /// A line without what differs with each recording of the same events.
    ///
    /// A mark stands in the place of
    /// * times outside of March 2026, the month of the sample: they say when the log was recorded,
    /// * the log's id, where the line says that it is one,
    /// * hashes of roots and leaves: `N:` with 64 digits behind it, and what follows the word `leaf`,
    /// * ids of events that the log made (version 7; those of the sample have another).
    static func masked(_ line: String) -> String {
        var line = line
        for (pattern, mark) in [
            (#"(?!2026-03-)\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z"#, "TIME"),
            (#"("log_id":"|log id |of log |copy of log )[0-9a-f]{32}"#, "$1LOGID"),
            (#"\b([0-9]+):[0-9a-f]{64}\b"#, "$1:HASH"),
            (#"\b([0-9]+):[0-9a-f]{8}\u2026"#, "$1:HASH"),
            (#"(leaf"?[: ]+"?)[0-9a-f]{64}\b"#, "$1HASH"),
            (#"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"#, "ID"),
        ] {
            line = line.replacingOccurrences(of: pattern, with: mark, options: .regularExpression)
        }
        return line
    }

    /// Where `shown` and `printed` part, or nil.
    ///
    /// A line `…` in `shown` stands for any number of lines.
    static func difference(_ shown: [String], _ printed: [String]) -> String? {
        let printed = printed.map(masked)
        var next = 0
        var skips = false
        for line in shown.map(masked) {
            if line == "…" {
                skips = true
                continue
            }
            if skips { next = printed[next...].firstIndex(of: line) ?? printed.count }
            skips = false
            guard next < printed.count else { return "the page has \"\(line)\", which is not printed" }
            guard printed[next] == line else {
                return "the page has \"\(line)\", printed is \"\(printed[next])\""
            }
            next += 1
        }
        return skips || next == printed.count ? nil : "printed is also \"\(printed[next])\""
    }
}

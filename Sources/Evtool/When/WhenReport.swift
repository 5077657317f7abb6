internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// Searches the flips of a condition in one stream or each, and tells them in the form that the user asked for.
struct WhenReport {
    private let condition: RowCondition
    private let range: ClosedRange<UInt64>?
    private let streams: StreamSelector
    private let context: ToolContext
    /// The condition as it is understood.
    private let text: String

    init(
        _ condition: RowCondition, in range: ClosedRange<UInt64>?, of streams: StreamSelector,
        _ context: ToolContext
    ) {
        self.condition = condition
        self.range = range
        self.streams = streams
        self.context = context
        text = ConditionText.text(condition)
    }

    /// Whether only the number of flips is wanted.
    private var isCount: Bool { context.arguments.has("count") }
    /// Whether the stream is the first column.
    private var hasManyStreams: Bool { streams.name == nil }

    func run(over source: any EventSource) throws(ToolError) -> ExitStatus {
        let printer = FlipPrinter(context, showsStream: hasManyStreams)
        var results: [(stream: StreamSummary, result: FlipResult)] = []
        if context.mode == .plain, !isCount { printer.printHeader() }
        for stream in streams.summaries {
            let result = try search(source, stream, printer)
            results.append((stream, result))
            if context.mode == .json { context.console.write(line(stream, result)) }
        }
        print(results, printer)
        for (stream, result) in results { note(result, of: stream) }
        let isComplete = results.allSatisfy { $0.result.isComplete }
        return context.end(
            status(results.map(\.result)),
            counts: [("changes", results.reduce(0) { $0 + $1.result.flipCount })], isComplete: isComplete)
    }

    private func search(
        _ source: any EventSource, _ stream: StreamSummary, _ printer: FlipPrinter
    ) throws(ToolError) -> FlipResult {
        let wantsLast = context.arguments.has("last")
        let isCount = isCount
        var last: Flip?
        return try context.reading {
            let search = try FlipSearch(
                condition, projections: context.model.projections, catalogue: context.model.catalogue)
            let result = try search.run(
                over: source, stream: stream.name, in: range,
                ending: context.arguments.has("first") ? .atFirstFlip : .atEndOfRange
            ) { flip in
                if wantsLast { last = flip } else if !isCount { printer.print(flip, of: stream.name) }
            }
            if let last { printer.print(last, of: stream.name) }
            return result
        }
    }

    /// Yes where it was ever true, no where never; otherwise, and where that is in doubt, it cannot be told.
    private func status(_ results: [FlipResult]) -> ExitStatus {
        let (isTrue, isFalse): (ExitStatus, ExitStatus) =
            context.arguments.has("fail-if-true") ? (.no, .yes) : (.yes, .no)
        if results.contains(where: { $0.isEverTrue && $0.isCertain }) { return isTrue }
        return results.allSatisfy(\.isCertain) ? isFalse : .cannotTell
    }

    // MARK: People and tools

    private func print(_ results: [(stream: StreamSummary, result: FlipResult)], _ printer: FlipPrinter) {
        guard context.mode != .json else { return }
        if isCount { return printCounts(results) }
        guard context.mode == .human else { return }
        printTitle(results.map(\.result))
        printer.printTable()
        if hasManyStreams {
            let count = results.count { $0.result.isTrueAtEnd }
            let word = CountText.of(results.count, context.model.streamWord)
            context.console.print("true at the end for \(count) of \(word)")
        } else if let result = results.first?.result {
            context.console.print(StyledText(verdict(result), .strong))
        }
    }

    private func printTitle(_ results: [FlipResult]) {
        var title = StyledText(text, .strong)
        if let range { title.append("   events \(range.lowerBound)..\(range.upperBound)") }
        title.append("   " + CountText.of(results.reduce(0) { $0 + $1.flipCount }, "change"))
        if context.arguments.has("first") { title.append(", the first") }
        if let range, range.lowerBound > 1, results.count == 1, results[0].isTrueBefore {
            title.append("   true before \(range.lowerBound)")
        }
        context.console.print(title)
        guard !results.allSatisfy(\.isComplete) else { return }
        context.console.print(
            StyledText("INCOMPLETE: changes may be missing, or stand at another event", .bad))
        let doubts = results.flatMap(doubts)
        for doubt in doubts.prefix(Self.shownDoubts) { context.console.print("  " + doubt) }
        if doubts.count > Self.shownDoubts {
            context.console.print("  and \(doubts.count - Self.shownDoubts) more")
        }
    }

    /// How many reasons for doubt are shown.
    private static let shownDoubts = 5

    private func doubts(_ result: FlipResult) -> [String] {
        result.incompleteness.map(\.description) + result.failures.map(\.description)
    }

    /// What holds at the end, and since when.
    private func verdict(_ result: FlipResult) -> String {
        if context.arguments.has("first"), let event = result.lastFlip {
            return "first change at event \(event)"
        }
        guard let last = result.lastFlip else {
            return result.isTrueAtEnd ? "true all the time" : "never true"
        }
        return "\(result.isTrueAtEnd ? "true" : "false") at the end, since \(last)"
    }

    private func printCounts(_ results: [(stream: StreamSummary, result: FlipResult)]) {
        guard hasManyStreams else {
            for (_, result) in results { context.console.print("\(result.flipCount)") }
            return
        }
        let word = context.mode == .plain ? "stream" : context.model.streamWord
        var table = TextTable([.text(word), .number("changes")])
        for (stream, result) in results { table.append([stream.name.text, "\(result.flipCount)"]) }
        context.console.print(table)
    }

    /// What the reader should know beside the answer.
    private func note(_ result: FlipResult, of stream: StreamSummary) {
        for key in result.ambiguousKeys {
            context.console.note("\(key) stood for rows of several groups at once; any of them counts")
        }
        for test in result.unsuitedTests {
            context.console.note("\(test): the column's values are of another kind, so only != can hold")
        }
        guard context.mode != .human || isCount else { return }
        for doubt in doubts(result).prefix(Self.shownDoubts) { context.console.note(doubt) }
    }

    /// The line that sums up.
    private func line(_ stream: StreamSummary, _ result: FlipResult) -> JSONLine {
        var line = JSONLine(kind: "condition")
        line.string("condition", text)
        line.string("stream", stream.name.text)
        line.integer("first", range.map { Int64(clamping: $0.lowerBound) })
        line.integer("last", range.map { Int64(clamping: $0.upperBound) })
        line.bool("before", result.isTrueBefore)
        line.count("changes", result.flipCount)
        line.bool("at_end", result.isTrueAtEnd)
        line.integer("since", result.lastFlip.map { Int64(clamping: $0) })
        line.integer("first_true", result.firstTrue.map { Int64(clamping: $0) })
        line.bool("certain", result.isCertain)
        return line
    }
}

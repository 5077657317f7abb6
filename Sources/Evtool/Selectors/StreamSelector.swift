internal import CommandLineKit
internal import EventLog

/// Whose rows or events a command is about.
enum StreamSelector {
    /// One history.
    case one(StreamSummary)
    /// Every history.
    case all([StreamSummary])

    /// How many streams an error lists.
    private static let listed = 10

    /// The streams named on the command line.
    ///
    /// - Parameter needsOne: Whether the verb is about rows, which belong to one stream unless all are asked for.
    static func select(_ context: ToolContext, needsOne: Bool) throws(ToolError) -> StreamSelector {
        let history = try context.history()
        let streams = try context.reading { try history.streams() }
        let all = context.arguments.accepts("all-streams") && context.arguments.has("all-streams")
        guard let name = context.arguments.value("stream") else {
            if all || !needsOne { return .all(streams) }
            if streams.count == 1 { return .one(streams[0]) }
            throw needsName(streams, context)
        }
        guard !all else {
            throw ToolError(
                .optionConflict, exit: .usage,
                "--\(context.model.streamWord) and --all-\(context.model.streamWord)s exclude each other",
                argument: "--all-\(context.model.streamWord)s")
        }
        return .one(try named(name, option: context.model.streamWord, context))
    }

    /// The stream that an option names.
    ///
    /// - Throws: `E-STREAM-UNKNOWN` with what may have been meant.
    static func named(
        _ name: String, option: String, _ context: ToolContext
    ) throws(ToolError) -> StreamSummary {
        let opened = try context.openLog()
        let streams = try context.reading { try opened.log.streams() }
        guard let found = streams.first(where: { $0.name.text.utf8.elementsEqual(name.utf8) }) else {
            throw unknown(name, streams, option: option, context)
        }
        return found
    }

    /// The only stream, or nil for all.
    var name: StreamName? { if case .one(let summary) = self { summary.name } else { nil } }

    /// The streams in question, by name.
    var summaries: [StreamSummary] {
        switch self {
        case .one(let summary): [summary]
        case .all(let summaries): summaries
        }
    }

    private static func busiest(_ streams: [StreamSummary]) -> [StreamSummary] {
        streams.sorted { $0.revision != $1.revision ? $0.revision > $1.revision : $0.name < $1.name }
    }

    /// The error for a command that does not say whose rows or action it is about.
    static func needsName(_ streams: [StreamSummary], _ context: ToolContext) -> ToolError {
        let word = context.model.streamWord
        guard !streams.isEmpty else {
            return ToolError(
                .streamNeeded, exit: .usage, "the log is empty: it holds no \(word)'s history yet",
                argument: "--\(word)", next: ShellText.command([context.program, "record", "--help"]))
        }
        let shown = busiest(streams).prefix(listed)
        return ToolError(
            .streamNeeded, exit: .usage, "this log holds \(streams.count) \(word)s; which one",
            details: [
                "most events first: "
                    + shown.map { "\($0.name.text) (\($0.revision))" }.joined(separator: ", ")
                    + (streams.count > listed ? ", and \(streams.count - listed) more" : "")
            ],
            argument: "--\(word)",
            next: context.sameCommand(adding: "--\(word)", shown[0].name.text))
    }

    private static func unknown(
        _ name: String, _ streams: [StreamSummary], option: String, _ context: ToolContext
    ) -> ToolError {
        let word = context.model.streamWord
        // Among many names without meaning, such as numbers of users, some always look a little alike.
        let near = Hints.nearest(
            to: name, in: streams.map(\.name.text),
            slips: streams.count > listed ? max(1, name.count / 6) : nil)
        return ToolError(
            .streamUnknown, exit: .usage, "there is no \(word) \"\(name)\" in this log",
            details: ["it holds " + CountText.of(streams.count, word)],
            argument: "--\(option)", value: name, candidates: near,
            next: near.isEmpty ? context.command("info", "--streams") : nil)
    }
}

/// Writes help from the table; the same text whatever the terminal.
public struct HelpRenderer: Sendable {
    /// The width of help in columns.
    public static let width = 100

    private let table: CommandTable
    private let catalogue: ErrorCatalogue

    /// A renderer for `table`, which can also explain the codes of `catalogue`.
    public init(_ table: CommandTable, catalogue: ErrorCatalogue = ErrorCatalogue()) {
        self.table = table
        self.catalogue = catalogue
    }

    /// The lines of help on a verb, a topic, `errors` or an error code; on the tool for no word.
    ///
    /// - Throws: A usage error with the nearest names when there is no such help.
    public func lines(topic: [String], isFull: Bool) throws(ToolError) -> [String] {
        guard let first = topic.first else { return overview(isFull: isFull) }
        let path = table.verbs(at: topic)
        if !path.isEmpty { return verbHelp(path, isFull: isFull) }
        if topic.count == 1 {
            if let page = table.topics.first(where: { $0.name == first }) { return page.lines }
            if first == "errors" { return errorList() }
            if let entry = catalogue[first] { return explanation(entry) }
        }
        throw unknownTopic(topic)
    }

    /// The lines of a verb's synopsis without the program's name.
    public static func synopsis(_ path: [Verb]) -> [String] {
        guard let verb = path.last else { return [] }
        if !verb.synopsis.isEmpty { return verb.synopsis }
        let name = path.map(\.name).joined(separator: " ")
        let arguments = verb.arguments.map(\.synopsis)
        let words = [name] + (verb.subverbs.isEmpty ? arguments : ["VERB"])
        let hasOptions = path.contains { !$0.options.isEmpty }
        return [(words + (hasOptions ? ["[OPTIONS]"] : [])).joined(separator: " ")]
    }

    // MARK: The tool

    private func overview(isFull: Bool) -> [String] {
        var lines = ["\(table.program): \(table.summary)", ""]
        let input = table.inputOption.flatMap { input in
            table.globalOptions.first { $0.name == input.name }
        }
        let place = input.map { "[--\($0.name) \($0.valueName ?? "")] " } ?? ""
        lines += ["usage: \(table.program) \(place)VERB [ARGUMENTS] [OPTIONS]", ""]
        lines += verbList()
        let topics = (table.topics.map(\.name) + ["errors", "CODE"]).joined(separator: "|")
        lines += ["", "more   \(table.program) help [VERB|\(topics)], \(table.program) --version"]
        if isFull {
            lines += ["", "Options of every verb"]
            lines += optionList(table.globalOptions + CommandTable.builtInOptions)
            lines += ["", "Exit codes"]
            for status in ExitStatus.all {
                lines += TextWrap.entry(
                    String(status.code), status.meaning, column: 3, indent: 2, width: Self.width)
            }
        }
        return lines
    }

    private func verbList() -> [String] {
        let visible = table.verbs.filter { !$0.isHidden }
        let groupWidth = table.groups.map(\.count).max() ?? 0
        let nameWidth = visible.map(\.name.count).max() ?? 0
        let summaryWidth = visible.map(\.summary.count).max() ?? 0
        var lines: [String] = []
        for group in table.groups {
            for (index, verb) in visible.filter({ $0.group == group }).enumerated() {
                let label = index == 0 ? group : ""
                let head = [
                    Self.padded(label, groupWidth), Self.padded(verb.name, nameWidth),
                    Self.padded(verb.summary, summaryWidth),
                ].joined(separator: "  ")
                lines += TextWrap.lines(
                    verb.effect.text, width: Self.width, first: head + "  ",
                    indent: groupWidth + nameWidth + summaryWidth + 6)
            }
        }
        return lines
    }

    // MARK: A verb

    private func verbHelp(_ path: [Verb], isFull: Bool) -> [String] {
        guard let verb = path.last else { return [] }
        let name = path.map(\.name).joined(separator: " ")
        var lines = ["\(table.program) \(name): \(verb.summary) (\(verb.effect.text))", ""]
        if isFull { lines += examples(verb) }
        for (index, line) in Self.synopsis(path).enumerated() {
            lines.append((index == 0 ? "usage: " : "       ") + table.program + " " + line)
        }
        if !verb.subverbs.isEmpty {
            lines += ["", "Verbs"]
            let visible = verb.subverbs.filter { !$0.isHidden }
            lines += entries(visible.map { ($0.name, $0.summary) })
        }
        if !verb.arguments.isEmpty {
            lines += ["", "Arguments"] + entries(verb.arguments.map { ($0.name, documentation($0)) })
        }
        let options = path.reversed().flatMap(\.options)
        if !options.isEmpty { lines += ["", "Options"] + optionList(options) }
        if isFull {
            lines += ["", "Options of every verb"]
            lines += optionList(table.globalOptions + CommandTable.builtInOptions)
            for note in verb.notes { lines += [""] + TextWrap.lines(note, width: Self.width) }
        } else {
            lines += ["", "more: \(table.program) help \(name)"]
        }
        return lines
    }

    private func examples(_ verb: Verb) -> [String] {
        guard !verb.examples.isEmpty else { return [] }
        return ["Examples"] + entries(verb.examples.map { ($0.command, $0.doc) }) + [""]
    }

    private func documentation(_ argument: ArgumentSpec) -> String {
        guard case .choice(let words) = argument.kind else { return argument.doc }
        return argument.doc + " One of: " + words.joined(separator: ", ") + "."
    }

    private func optionList(_ options: [OptionSpec]) -> [String] {
        entries(
            options.map { option in
                var text = option.doc
                if !option.allowedValues.isEmpty {
                    text += " One of: " + option.allowedValues.joined(separator: ", ") + "."
                }
                if option.isRepeatable { text += " Repeatable." }
                return (option.synopsis, text)
            })
    }

    /// Names longer than this get a line of their own.
    private static let widestName = 30

    private func entries(_ pairs: [(name: String, text: String)]) -> [String] {
        let fitting = pairs.map(\.name.count).filter { $0 <= Self.widestName }
        let column = fitting.max() ?? Self.widestName
        return pairs.flatMap {
            TextWrap.entry($0.name, $0.text, column: column, indent: 2, width: Self.width)
        }
    }

    // MARK: Errors

    private func errorList() -> [String] {
        entries(catalogue.entries.map { ($0.code.name, $0.meaning) })
            + ["", "more: \(table.program) help CODE"]
    }

    private func explanation(_ entry: ErrorCatalogue.Entry) -> [String] {
        var lines = ["\(entry.code)   exit \(entry.exit.code) (\(entry.exit.meaning))", ""]
        for (name, text) in [
            ("meaning", entry.meaning), ("cause", entry.cause), ("remedy", entry.remedy),
        ] {
            lines += TextWrap.entry(name, text, column: 7, indent: 0, width: Self.width)
        }
        return lines
    }

    private func unknownTopic(_ topic: [String]) -> ToolError {
        let word = topic.joined(separator: " ")
        let names =
            table.allPaths.filter { $0.last?.isHidden == false }.map { $0.map(\.name).joined(separator: " ") }
            + table.topics.map(\.name) + ["errors"] + catalogue.entries.map(\.code.name)
        let near = Hints.nearest(to: word, in: names)
        let next = near.first.map { "\(table.program) help \($0)" } ?? "\(table.program) --help"
        return UsageError.error(
            UsageError.helpUnknown, "no help on \"\(word)\"", argument: "TOPIC", value: word,
            candidates: near, next: next)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

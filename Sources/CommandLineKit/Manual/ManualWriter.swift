/// Writes the manual from a table: a page for the tool, one for each verb, one on formats and one on errors.
public struct ManualWriter: Sendable {
    let table: CommandTable
    let catalogue: ErrorCatalogue
    /// The variables that the tool looks at, with what they do.
    let environment: [OutputKind.Field]
    /// The kinds of JSON lines that the tool prints.
    let outputs: [OutputKind]
    /// Paragraphs about formats in general.
    let formatNotes: [String]

    /// A writer.
    ///
    /// - Parameters:
    ///   - table: The tool's verbs and options.
    ///   - catalogue: Its errors.
    ///   - environment: The variables that it looks at, with what they do.
    ///   - outputs: The kinds of JSON lines that it prints.
    ///   - formatNotes: Paragraphs about formats in general.
    public init(
        _ table: CommandTable, catalogue: ErrorCatalogue, environment: [OutputKind.Field],
        outputs: [OutputKind], formatNotes: [String]
    ) {
        self.table = table
        self.catalogue = catalogue
        self.environment = environment
        self.outputs = outputs
        self.formatNotes = formatNotes
    }

    /// The pages, the tool's own first.
    public var pages: [ManualPage] {
        [toolPage] + visibleVerbs.map(verbPage) + [formatPage, errorPage]
    }

    var visibleVerbs: [Verb] { table.verbs.filter { !$0.isHidden } }

    func page(_ name: String, _ section: Int, _ write: (inout Roff) -> Void) -> ManualPage {
        var roff = Roff(
            name: name, section: section, source: "\(table.program) \(table.version)",
            manual: "\(table.program) manual")
        write(&roff)
        return ManualPage(name: name, section: section, text: roff.text)
    }

    func seeAlso(_ names: [(name: String, section: Int)], _ roff: inout Roff) {
        roff.section("SEE ALSO")
        roff.words(names.map { "\($0.name)(\($0.section))" }.joined(separator: ", "))
    }

    func options(_ options: [OptionSpec], _ roff: inout Roff) {
        for option in options {
            var text = option.doc
            if !option.allowedValues.isEmpty {
                text += " One of: " + option.allowedValues.joined(separator: ", ") + "."
            }
            if option.isRepeatable { text += " May be given several times." }
            roff.entry(option.synopsis, text)
        }
    }

    func exitStatus(_ roff: inout Roff) {
        roff.section("EXIT STATUS")
        for status in ExitStatus.all { roff.entry(String(status.code), status.meaning) }
    }

    /// A sentence's first letter small and its full stop away, for the line that `apropos` shows.
    static func phrase(_ sentence: String) -> String {
        var text = sentence
        if text.hasSuffix(".") { text.removeLast() }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    // MARK: The tool

    private var toolPage: ManualPage {
        page(table.program, 1) { roff in
            roff.section("NAME")
            roff.words("\(table.program) - \(Self.phrase(table.summary))")
            roff.section("SYNOPSIS")
            roff.commands(["\(table.program) [--log PATH] VERB [ARGUMENTS] [OPTIONS]"])
            roff.section("DESCRIPTION")
            roff.words(table.summary)
            for group in table.groups {
                let verbs = visibleVerbs.filter { $0.group == group }
                guard !verbs.isEmpty else { continue }
                roff.subsection(group)
                for verb in verbs {
                    roff.entry(
                        "\(table.program)-\(verb.name)(1)", "\(verb.summary) It \(verb.effect.text).")
                }
            }
            roff.section("OPTIONS")
            roff.words("Every verb takes these:")
            options(table.globalOptions + CommandTable.builtInOptions, &roff)
            exitStatus(&roff)
            if !environment.isEmpty {
                roff.section("ENVIRONMENT")
                for variable in environment { roff.entry(variable.name, variable.doc) }
            }
            for topic in table.topics where !topic.lines.isEmpty {
                roff.section(topic.name.uppercased())
                roff.words(topic.summary)
                roff.verbatim(topic.lines)
            }
            seeAlso(
                visibleVerbs.map { ("\(table.program)-\($0.name)", 1) }
                    + [("\(table.program)-format", 5), ("\(table.program)-errors", 7)], &roff)
        }
    }

    // MARK: A verb

    private func verbPage(_ verb: Verb) -> ManualPage {
        page("\(table.program)-\(verb.name)", 1) { roff in
            roff.section("NAME")
            roff.words("\(table.program)-\(verb.name) - \(Self.phrase(verb.summary))")
            let paths = table.allPaths.filter { path in
                path.first?.name == verb.name && !path.contains(where: \.isHidden)
            }
            roff.section("SYNOPSIS")
            let leaves = paths.filter { $0.last?.subverbs.isEmpty == true }
            roff.commands(leaves.flatMap(HelpRenderer.synopsis).map { "\(table.program) \($0)" })
            roff.section("DESCRIPTION")
            roff.words("\(verb.summary) It \(verb.effect.text).")
            for note in verb.notes { roff.paragraph(note) }
            parts(of: verb, &roff)
            for path in paths.dropFirst() {
                guard let last = path.last else { continue }
                roff.section(path.map(\.name).joined(separator: " ").uppercased())
                roff.words(last.summary)
                for note in last.notes { roff.paragraph(note) }
                parts(of: last, &roff)
            }
            roff.section("OPTIONS OF EVERY VERB")
            options(table.globalOptions + CommandTable.builtInOptions, &roff)
            examples(paths.flatMap { $0.last?.examples ?? [] }, &roff)
            exitStatus(&roff)
            seeAlso(
                [
                    (table.program, 1), ("\(table.program)-format", 5), ("\(table.program)-errors", 7),
                ], &roff)
        }
    }

    private func parts(of verb: Verb, _ roff: inout Roff) {
        if !verb.arguments.isEmpty {
            roff.subsection("Arguments")
            for argument in verb.arguments {
                var text = argument.doc
                if case .choice(let words) = argument.kind {
                    text += " One of: " + words.joined(separator: ", ") + "."
                }
                roff.entry(argument.synopsis, text)
            }
        }
        if !verb.options.isEmpty {
            roff.subsection("Options")
            options(verb.options, &roff)
        }
    }

    private func examples(_ examples: [Verb.Example], _ roff: inout Roff) {
        guard !examples.isEmpty else { return }
        roff.section("EXAMPLES")
        for example in examples { roff.entry(table.command(of: example), example.doc) }
    }
}

extension CommandTable {
    /// An example as it is typed: with the program's name, which the table may leave out.
    func command(of example: Verb.Example) -> String {
        example.command.utf8.starts(with: "\(program) ".utf8) || !isVerbFirst(example.command)
            ? example.command : "\(program) \(example.command)"
    }

    private func isVerbFirst(_ command: String) -> Bool {
        verb(String(command.prefix { $0 != " " })) != nil
    }
}

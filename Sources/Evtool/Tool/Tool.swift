public import CommandLineKit
internal import Platform

/// The command-line tool over any model.
public struct Tool: Sendable {
    let model: Model

    /// The table of everything that can be typed: the one source of parser, help and hints.
    public let table: CommandTable

    /// A tool for `model`.
    public init(_ model: Model) {
        self.model = model
        table = CommandTable(for: model)
    }

    /// The verbs, in the order of the help.
    static let verbs: [any ToolVerb.Type] = [
        CreateVerb.self, RecordVerb.self,
        InfoVerb.self, LogVerb.self, ShowVerb.self, ProjectVerb.self,
        ExplainVerb.self, WhenVerb.self, DiffVerb.self,
        ReplayVerb.self, VerifyVerb.self, AnchorVerb.self,
        CopyVerb.self, ExportVerb.self, ImportVerb.self, SalvageVerb.self,
        CompletionsVerb.self, CompleteVerb.self, ManVerb.self,
    ]

    /// The verb of that name, or nil.
    static func verb(named name: String) -> (any ToolVerb.Type)? {
        verbs.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Every error code that the tool or its model can give, for `help CODE`.
    public var catalogue: ErrorCatalogue { ErrorCatalogue(ErrorPages.entries + model.errors) }

    /// Runs the tool as a process: with its arguments, streams and signals, and ends the process.
    public static func main(_ model: Model) -> Never {
        Signals.restoreQuietPipeDeath()
        Signals.ignoreFileSizeLimit()
        Signals.installBadPageHandlers(
            message: "\(model.program): the log is damaged: a page could not be read [E-LOG-DAMAGED]")
        let tool = Tool(model)
        let status = tool.run(ProcessEnvironment.arguments)
        // The tool ends with the process: taking it apart before would only take time.
        withExtendedLifetime(tool) { ProcessEnvironment.exit(status.code) }
    }

    /// Runs one command line and returns its exit status.
    ///
    /// - Parameters:
    ///   - words: The arguments, without the program's name.
    ///   - makeConsole: Makes the console from what the arguments ask for; the process's own where left out.
    public func run(
        _ words: [String], makeConsole: ((Console.Settings) -> Console)? = nil
    ) -> ExitStatus {
        let makeConsole = makeConsole ?? { Console.standard(program: model.program, settings: $0) }
        if words.first == CompleteVerb.name { return CompleteVerb.answer(words, self, makeConsole) }
        do throws(ToolError) {
            let invocation = try ArgumentParser(table).parse(words)
            switch invocation {
            case .version:
                return print(["\(model.program) \(model.version)"], on: makeConsole(.init()))
            case .help(let topic, let isFull):
                let lines = try HelpRenderer(table, catalogue: catalogue)
                    .lines(topic: topic, isFull: isFull)
                return print(lines, on: makeConsole(.init()))
            case .run(let arguments):
                return run(arguments, words, makeConsole)
            }
        } catch {
            // The arguments could not be read as a whole, so only their look decides the form of the error.
            let isJSON = words.prefix { $0 != "--" }.contains("--json")
            let console = makeConsole(Console.Settings(mode: isJSON ? .json : .human))
            console.report(error)
            return console.finish(error.exit)
        }
    }

    private func print(_ lines: [String], on console: Console) -> ExitStatus {
        for line in lines { console.print(line) }
        return console.finish(.yes)
    }

    private func run(
        _ arguments: ParsedArguments, _ words: [String], _ makeConsole: (Console.Settings) -> Console
    ) -> ExitStatus {
        let console = makeConsole(Self.settings(from: arguments))
        do throws(ToolError) {
            if arguments.has("json") && arguments.has("plain") {
                throw ToolError(
                    .optionConflict, exit: .usage, "--json and --plain exclude each other",
                    argument: "--plain")
            }
            let context = try ToolContext(
                model: model, arguments: arguments, words: words, console: console, table: table)
            guard let verb = Self.verb(named: arguments.path[0].name) else {
                preconditionFailure("the table holds a verb that nothing carries out")
            }
            return console.finish(try verb.run(context))
        } catch {
            // 1 and 2 are answers, so their last line says that nothing more comes.
            if console.mode == .json, error.exit == .no || error.exit == .cannotTell {
                console.write(
                    JSONLine.end(complete: false, exit: error.exit, format: ToolContext.outputFormat))
            }
            console.report(error)
            return console.finish(error.exit)
        }
    }

    private static func settings(from arguments: ParsedArguments) -> Console.Settings {
        Console.Settings(
            mode: arguments.has("json") ? .json : arguments.has("plain") ? .plain : .human,
            color: arguments.value("color").flatMap(OutputChoice.init) ?? .auto,
            progress: arguments.value("progress").flatMap(OutputChoice.init) ?? .auto,
            allowsPager: !arguments.has("no-pager"))
    }
}

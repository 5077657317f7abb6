internal import CommandLineKit

/// `__complete`: the names that a completion script asks for; reads only, and silent whatever happens.
enum CompleteVerb: ToolVerb {
    /// The verb's name, which no user types.
    static var name: String { "__complete" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, summary: "Print names for a completion script.", effect: Effect(.readsOnly),
            synopsis: ["\(name) KIND [--log PATH] -- PREFIX [WORD…]"],
            arguments: [
                ArgumentSpec("KIND", doc: "What kind of names."),
                ArgumentSpec("PREFIX", isOptional: true, doc: "What the names begin with."),
                ArgumentSpec("WORD", isOptional: true, repeats: true, doc: "The words typed so far."),
            ], isHidden: true)
    }

    /// Answers a command line of this verb; every failure is an empty answer.
    ///
    /// Somebody is in the middle of typing: no message, and no status but 0.
    static func answer(
        _ words: [String], _ tool: Tool, _ makeConsole: (Console.Settings) -> Console
    ) -> ExitStatus {
        let console = makeConsole(Console.Settings(mode: .plain))
        let table = tool.table
        if case .run(let arguments)? = try? ArgumentParser(table).parse(words),
            let context = try? ToolContext(
                model: tool.model, arguments: arguments, words: words, console: console, table: table)
        {
            _ = try? run(context)
        }
        _ = console.finish(.yes)
        return .yes
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let kind = context.arguments.argument("KIND") ?? ""
        let prefix = context.arguments.argument("PREFIX") ?? ""
        let typed = PartialArguments(context.arguments.arguments("WORD"), table: context.table)
        for candidate in try CompletionValues(context, typed).values(of: kind, beginningWith: prefix) {
            var line = candidate.name
            if !candidate.summary.isEmpty { line += "\t" + TerminalText.escaped(candidate.summary) }
            context.console.writeBytes(Array((line + "\n").utf8))
        }
        return .yes
    }
}

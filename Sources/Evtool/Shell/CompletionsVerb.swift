internal import CommandLineKit

/// `completions`: a script that completes command lines of the tool.
enum CompletionsVerb: ToolVerb {
    static var name: String { "completions" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.also, summary: "Print a shell's completion script.",
            effect: Effect(.none), synopsis: ["completions bash|zsh|fish"],
            arguments: [
                ArgumentSpec("SHELL", .choice(Shell.allCases.map(\.rawValue)), doc: "The shell.")
            ],
            examples: Shell.allCases.map { shell in
                .init(shell.trial(program: model.program), "try it in \(shell.rawValue)")
            },
            notes: [
                "Tools/install puts the scripts where the shells look for them. Names of tables, types,"
                    + " \(model.streamWord)s and keys come from the log that the command line names, read only."
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        guard let shell = Shell(rawValue: context.arguments.argument("SHELL") ?? "") else {
            preconditionFailure("the parser accepts only the shells that there are")
        }
        let script = CompletionWriter(context.table, hiddenVerb: CompleteVerb.name).script(for: shell)
        if context.mode == .json {
            var line = JSONLine(kind: "completions")
            line.string("shell", shell.rawValue)
            line.string("script", script)
            context.console.write(line)
        } else {
            context.console.writeBytes(Array(script.utf8))
        }
        return context.end(.yes)
    }
}

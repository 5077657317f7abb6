/// Writes completion scripts from a table.
///
/// Verbs, options and choices stand in the script. Names that only a log or a model knows come from a hidden verb
/// of the program, which is called as `PROGRAM VERB KIND -- PREFIX WORD…` and answers with one name a line, a
/// tab and a description maybe behind it.
public struct CompletionWriter: Sendable {
    let program: String
    let verb: String
    let levels: [CompletionLevel]
    /// The options that take a value, as they are typed.
    let takers: [String]

    /// A writer for `table`, whose program has the hidden verb.
    public init(_ table: CommandTable, hiddenVerb verb: String) {
        program = table.program
        self.verb = verb
        levels = CompletionLevel.levels(of: table)
        var takers: [String] = []
        for option in levels.flatMap(\.options) where option.takesValue {
            for spelling in option.typedSpellings where !takers.contains(spelling) { takers.append(spelling) }
        }
        self.takers = takers
    }

    /// The script for a shell.
    public func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bashScript
        case .zsh: zshScript
        case .fish: fishScript
        }
    }

    /// A text as one word for bash and zsh, always in quotes.
    static func quoted(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
        }
        return result + "'"
    }

    /// The name as part of a shell function's name.
    var identifier: String {
        String(
            decoding: program.utf8.map { byte in
                let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                return isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    ? byte : UInt8(ascii: "_")
            }, as: UTF8.self)
    }
}

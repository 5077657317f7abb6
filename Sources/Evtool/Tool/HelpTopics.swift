internal import CommandLineKit

/// The pages of help that are no verbs.
enum HelpTopics {
    /// What somebody complains about, and the commands that answer, the first to try first.
    private struct Symptom {
        let complaint: String
        let commands: [String]

        init(_ complaint: String, _ commands: String...) {
            self.complaint = complaint
            self.commands = commands
        }
    }

    private static let symptoms: [Symptom] = [
        Symptom(
            "something is missing from a table", "explain TABLE KEY", "when 'TABLE has KEY'",
            "project TABLE --key KEY", "log --where 'subject = KEY'"),
        Symptom("something is there that should not be", "explain TABLE KEY", "when 'TABLE has KEY'"),
        Symptom(
            "a number is wrong", "replay --check", "diff TABLE --against stored", "project TABLE --stored",
            "when 'TABLE[KEY].FIELD = VALUE'"),
        Symptom("it was right yesterday", "when CONDITION", "diff A..B", "project TABLE --at end-1d"),
        Symptom("what did this event do", "show POS", "replay --steps"),
        Symptom("the app crashes on this log", "info", "verify", "log --failed", "replay"),
        Symptom("the log will not open", "info", "verify", "salvage --out NEW.evlog"),
        Symptom("I must show this to someone", "copy --out COPY.evlog", "export --out FILE.ndjson", "report"),
        Symptom("can I trust this log", "verify --expect N:ROOT", "anchor check FILE", "info"),
        Symptom(
            "did my projection change break anything", "project TABLE --json", "diff TABLE --against FILE",
            "replay --check"),
        Symptom("what if that event had not happened", "diff TABLE --without N"),
        Symptom("a script must watch an invariant", "when CONDITION --fail-if-true", "replay --check"),
    ]

    /// The pages for a tool with these verbs.
    static func topics(program: String, verbs: [Verb], options: [OptionSpec]) -> [CommandTable.Topic] {
        [
            CommandTable.Topic(
                "symptoms", summary: "Which command answers which complaint.",
                lines: symptomLines(program, verbs, options)),
            CommandTable.Topic(
                "exit-codes", summary: "What the numbers mean with which a command ends.", lines: exitLines),
        ]
    }

    /// Only commands of this build are named; a complaint that none of them answers is left out.
    private static func symptomLines(_ program: String, _ verbs: [Verb], _ options: [OptionSpec]) -> [String]
    {
        let known = symptoms.map { symptom in
            (symptom.complaint, symptom.commands.filter { isKnown($0, verbs, options) })
        }.filter { !$0.1.isEmpty }
        let width = known.map(\.0.count).max() ?? 0
        return known.flatMap { complaint, commands in
            commands.enumerated().map { index, command in
                let label = index == 0 ? complaint : ""
                return label + String(repeating: " ", count: width - label.count + 2)
                    + "\(program) \(command)"
            }
        }
    }

    private static func isKnown(_ command: String, _ verbs: [Verb], _ options: [OptionSpec]) -> Bool {
        let words = command.split(separator: " ").map(String.init)
        guard let verb = verbs.first(where: { $0.name == words[0] }) else { return false }
        let names = (verb.options + options).flatMap { $0.spellings.map { "--" + $0.long } }
        return words.filter { $0.hasPrefix("--") }.allSatisfy(names.contains)
    }

    private static var exitLines: [String] {
        ExitStatus.all.map { status in
            let code = String(status.code)
            return code + String(repeating: " ", count: 5 - code.count) + status.meaning
        } + ["", "1 is only ever a finding, never a failure."]
    }
}

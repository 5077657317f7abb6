extension CommandTable {
    /// The version of the dump's format.
    public static let dumpFormat = 1

    /// The whole table as lines of JSON: one for the tool, one for each verb, and the end.
    public var jsonLines: [JSONLine] {
        var first = JSONLine(kind: "tool")
        first.string("name", program)
        first.string("version", version)
        first.string("summary", summary)
        first.strings("groups", groups)
        first.objects("options", globalOptions + Self.builtInOptions, Self.describe)
        first.objects("synonyms", synonyms) { line, synonym in
            line.strings("words", synonym.words)
            line.string("replacement", synonym.replacement)
        }
        first.objects("topics", topics) { line, topic in
            line.string("name", topic.name)
            line.string("summary", topic.summary)
        }
        first.objects("exits", ExitStatus.all) { line, status in
            line.integer("code", Int64(status.code))
            line.string("meaning", status.meaning)
        }
        let paths = allPaths
        let end = JSONLine.end(
            counts: [("verbs", paths.count)], complete: true, exit: .yes, format: Self.dumpFormat)
        return [first] + paths.compactMap(Self.line) + [end]
    }

    private static func line(_ path: [Verb]) -> JSONLine? {
        guard let verb = path.last else { return nil }
        var line = JSONLine(kind: "verb")
        line.string("name", path.map(\.name).joined(separator: " "))
        if path.count == 1 { line.string("group", verb.group) }
        line.string("summary", verb.summary)
        line.string("effect", verb.effect.kind.rawValue)
        line.string("effect_text", verb.effect.text)
        line.strings("synopsis", HelpRenderer.synopsis(path))
        line.objects("arguments", verb.arguments) { line, argument in
            line.string("name", argument.name)
            line.string("value_kind", argument.kind.word)
            line.bool("optional", argument.isOptional)
            line.bool("repeats", argument.repeats)
            line.string("doc", argument.doc)
        }
        line.objects("options", verb.options, describe)
        line.objects("examples", verb.examples) { line, example in
            line.string("command", example.command)
            line.string("doc", example.doc)
        }
        line.strings("notes", verb.notes)
        line.strings("verbs", verb.subverbs.map(\.name))
        line.bool("hidden", verb.isHidden)
        return line
    }

    private static func describe(_ line: inout JSONLine, _ option: OptionSpec) {
        line.string("name", option.name)
        line.string("short", option.spelling.short.map(String.init))
        line.strings("aliases", option.aliases.map(\.long))
        line.string("value", option.valueName)
        line.string("value_kind", option.takesValue ? option.valueKind.word : nil)
        line.strings("allowed", option.allowedValues)
        line.bool("repeatable", option.isRepeatable)
        line.string("doc", option.doc)
    }
}

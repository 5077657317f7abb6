extension CommandTable {
    /// What contradicts itself in the table; empty for a good one.
    ///
    /// One word has one meaning throughout: an option of one name takes a value everywhere or nowhere, and
    /// a letter always stands for one name. So the parser knows an option before it knows the verb.
    var problems: [String] {
        verbProblems + optionProblems
    }

    private var verbProblems: [String] {
        var found: [String] = []
        for path in allPaths {
            guard let verb = path.last else { continue }
            let name = path.map(\.name).joined(separator: " ")
            if path.count == 1 && !verb.isHidden && !groups.contains(verb.group) {
                found.append("\(name): no group \(verb.group)")
            }
            if verb.arguments.filter(\.repeats).count > 1 { found.append("\(name): two repeated arguments") }
            if !verb.subverbs.isEmpty && !verb.arguments.isEmpty {
                found.append("\(name): both subverbs and arguments")
            }
            if Self.hasRepeats(verb.subverbs.map(\.name)) { found.append("\(name): a subverb twice") }
            let names = options(for: path).flatMap { $0.spellings.map(\.long) }
            if Self.hasRepeats(names) { found.append("\(name): an option twice") }
            if verb.summary.isEmpty { found.append("\(name): no summary") }
            if (verb.options.map(\.doc) + verb.arguments.map(\.doc)).contains("") {
                found.append("\(name): an option or argument without a description")
            }
        }
        if Self.hasRepeats(verbs.map(\.name) + topics.map(\.name)) { found.append("a verb or topic twice") }
        for word in synonyms.flatMap(\.words) where verb(word) != nil {
            found.append("\(word) is both a verb and a synonym")
        }
        return found
    }

    private var optionProblems: [String] {
        var found: [String] = []
        let all = allOptions
        for (index, option) in all.enumerated() {
            for spelling in option.spellings {
                if spelling.long.utf8.count < 2 { found.append("--\(spelling.long) is too short") }
                if let letter = spelling.short, !letter.isASCII || !letter.isLetter {
                    found.append("-\(letter) is no letter")
                }
                for other in all[..<index] {
                    for known in other.spellings {
                        if known.long == spelling.long && other.takesValue != option.takesValue {
                            found.append("--\(known.long) takes a value here and none there")
                        }
                        if known.short != nil && known.short == spelling.short && known.long != spelling.long
                        {
                            found.append("-\(known.short ?? "?") is --\(known.long) and --\(spelling.long)")
                        }
                    }
                }
            }
        }
        return found
    }

    /// The first option with a spelling that matches; the tool's own ones need no verb to be made.
    func option(where matches: (OptionSpec.Spelling) -> Bool) -> OptionSpec? {
        func first(of options: [OptionSpec]) -> OptionSpec? {
            options.first { $0.spellings.contains(where: matches) }
        }
        func first(below verbs: [Verb]) -> OptionSpec? {
            for verb in verbs {
                if let found = first(of: verb.options) ?? first(below: verb.subverbs) { return found }
            }
            return nil
        }
        return first(of: Self.builtInOptions) ?? first(of: globalOptions) ?? first(below: verbs)
    }

    /// The options of all verbs and of the tool; one of the same name may stand several times.
    var allOptions: [OptionSpec] {
        Self.builtInOptions + globalOptions + allPaths.flatMap { $0.last?.options ?? [] }
    }

    private static func hasRepeats(_ names: [String]) -> Bool { Set(names).count != names.count }
}

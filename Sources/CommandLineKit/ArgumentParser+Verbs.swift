extension ArgumentParser {
    /// The verb that the words begin with, and the words after it.
    func resolveVerb(_ words: [String]) throws(ToolError) -> (path: [Verb], rest: [String]) {
        var path: [Verb] = []
        var rest = words[...]
        if let verb = words.first.flatMap({ table.verb($0) }) {
            path.append(verb)
            rest.removeFirst()
        }
        while path.last.map({ !$0.subverbs.isEmpty }) ?? true {
            let done = path.map(\.name)
            let level = path.last?.subverbs ?? table.verbs
            guard let word = rest.first else {
                throw UsageError.error(
                    UsageError.verbMissing, "\(done.joined(separator: " ")) needs one more word",
                    details: ["accepted: " + visibleNames(level).joined(separator: ", ")],
                    next: ShellText.command([table.program] + done + ["--help"]))
            }
            guard let verb = level.first(where: { $0.name.utf8.elementsEqual(word.utf8) }) else {
                throw unknownVerb(word, level: level, done: done, rest: Array(rest.dropFirst()))
            }
            path.append(verb)
            rest.removeFirst()
        }
        return (path, Array(rest))
    }

    private func visibleNames(_ verbs: [Verb]) -> [String] {
        verbs.filter { !$0.isHidden }.map(\.name)
    }

    private func unknownVerb(_ word: String, level: [Verb], done: [String], rest: [String]) -> ToolError {
        if done.isEmpty, table.isInputName(word), let option = table.inputOption,
            let verb = rest.first.flatMap({ table.verb($0) })
        {
            // `evtool alice.evlog info`: the words are right, their order is not.
            let words = [verb.name] + rest.dropFirst() + ["--\(option.name)", word]
            return UsageError.error(
                UsageError.verbUnknown, "\"\(word)\" is no verb", argument: "VERB", value: word,
                next: ShellText.command([table.program] + words))
        }
        let lower = word.lowercased()
        if done.isEmpty, let synonym = table.synonyms.first(where: { $0.words.contains(lower) }) {
            return UsageError.error(
                UsageError.verbUnknown, "no verb named \"\(word)\"", argument: "VERB", value: word,
                candidates: [String(synonym.replacement.prefix { $0 != " " })],
                next: "\(table.program) \(synonym.replacement)")
        }
        let near = Hints.nearest(to: word, in: visibleNames(level))
        let prefix = done.isEmpty ? "no verb named" : "\(done.joined(separator: " ")) has no verb named"
        let details = near.isEmpty ? ["accepted: " + visibleNames(level).joined(separator: ", ")] : []
        return UsageError.error(
            done.isEmpty ? UsageError.verbUnknown : UsageError.verbMissing, "\(prefix) \"\(word)\"",
            details: details, argument: "VERB", value: word, candidates: near,
            next: near.first.map { ShellText.command([table.program] + done + [$0] + rest) }
                ?? ShellText.command([table.program] + done + ["--help"]))
    }

    /// The error for an option that no verb has.
    func unknownOption(_ typed: String, _ scan: Scan) -> ToolError {
        var path: [Verb] = []
        for word in scan.words {
            let found = table.verbs(at: path.map(\.name) + [word])
            if found.isEmpty { break }
            path = found
        }
        let options = path.isEmpty ? table.allOptions : table.options(for: path)
        let near: [String]
        if typed.utf8.starts(with: "--".utf8) {
            var names: [String] = []
            for name in options.flatMap({ $0.spellings.map(\.long) }) where !names.contains(name) {
                names.append(name)
            }
            near = Hints.nearest(to: String(typed.dropFirst(2)), in: names).map { "--" + $0 }
        } else {
            near = []
        }
        let verb = path.map(\.name)
        return UsageError.error(
            UsageError.optionUnknown, "no option named \"\(typed)\"", argument: typed,
            candidates: near,
            next: near.isEmpty ? ShellText.command([table.program] + verb + ["--help"]) : nil)
    }
}

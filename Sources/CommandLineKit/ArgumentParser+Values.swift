extension ArgumentParser {
    /// The options by name, each checked against the verb.
    func collect(_ given: [Scan.Given], path: [Verb]) throws(ToolError) -> NamedValues {
        let accepted = table.options(for: path)
        var result = NamedValues()
        for item in given {
            let name = item.option.name
            guard let option = accepted.first(where: { $0.name == name }) else {
                let verb = path.map(\.name).joined(separator: " ")
                throw UsageError.error(
                    UsageError.optionNotHere, "\(verb) has no option \(item.typed)",
                    details: ["verbs that have it: " + owners(of: name).joined(separator: ", ")],
                    argument: item.typed,
                    next: ShellText.command([table.program] + path.map(\.name) + ["--help"]))
            }
            if let before = result[name], !option.isRepeatable {
                let values = option.takesValue ? [": \"\(before[0])\" and \"\(item.value)\""] : [""]
                throw UsageError.error(
                    UsageError.optionTwice, "\(item.typed) is given twice\(values[0])",
                    details: ["accepted: one \(option.synopsis)"], argument: item.typed,
                    value: option.takesValue ? item.value : nil)
            }
            result.add([item.value], to: name)
        }
        return result
    }

    /// The verbs that have an option, in the order of help.
    private func owners(of name: String) -> [String] {
        table.allPaths.filter { path in
            path.last?.isHidden == false && (path.last?.options ?? []).contains { $0.name == name }
        }.map { $0.map(\.name).joined(separator: " ") }
    }

    /// Checks values that must be one of some words.
    func checkChoices(_ options: NamedValues, path: [Verb]) throws(ToolError) {
        for option in table.options(for: path) where !option.allowedValues.isEmpty {
            for value in options[option.name] ?? [] {
                try check(value, among: option.allowedValues, of: "--\(option.name)")
            }
        }
    }

    private func check(_ value: String, among words: [String], of name: String) throws(ToolError) {
        guard !words.contains(where: { $0.utf8.elementsEqual(value.utf8) }) else { return }
        throw UsageError.error(
            UsageError.valueUnknown, "\(name) cannot be \"\(value)\"",
            details: ["accepted: " + words.joined(separator: ", ")], argument: name, value: value,
            candidates: Hints.nearest(to: value, in: words))
    }

    /// Gives each positional word to an argument of the verb.
    ///
    /// A range goes to the argument for ranges wherever it stands. The others are filled from the left,
    /// optional ones only with what the required ones after them leave over. A word that is left then is
    /// a range of one position, unless it is the name of an input.
    func assign(_ words: [String], scan: Scan, path: [Verb]) throws(ToolError) -> NamedValues {
        guard let verb = path.last else { return NamedValues() }
        var result = NamedValues()
        var rest = words
        var specs = verb.arguments
        if let index = specs.firstIndex(where: { $0.kind == .range }) {
            let range = specs[index]
            if let position = rest.lastIndex(where: Self.isRange) {
                result.add([rest.remove(at: position)], to: range.name)
                specs.remove(at: index)
            } else if range.isOptional {
                specs.append(specs.remove(at: index))
            }
        }
        for (index, spec) in specs.enumerated() {
            let needed = specs[(index + 1)...].filter { !$0.isOptional }.count
            if spec.kind == .range, rest.contains(where: table.isInputName) { continue }
            let available = rest.count - (spec.isOptional ? needed : 0)
            let count = spec.repeats ? max(0, rest.count - needed) : min(1, max(0, available))
            guard count > 0 || spec.isOptional else { throw missingArgument(spec, path: path) }
            result.add(Array(rest[..<count]), to: spec.name)
            rest.removeFirst(count)
            if case .choice(let words) = spec.kind {
                for value in result[spec.name] ?? [] { try check(value, among: words, of: spec.name) }
            }
        }
        if let extra = rest.first { throw extraArgument(extra, words: words, scan: scan, path: path) }
        return result
    }

    /// Whether a word has the form of a range: two dots and nothing that a name or condition would have.
    static func isRange(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        guard bytes.count >= 2, !bytes.contains(where: " /[=<>~\"".utf8.contains) else { return false }
        return zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: ".") }
    }

    private func missingArgument(_ spec: ArgumentSpec, path: [Verb]) -> ToolError {
        let names = path.map(\.name)
        return UsageError.error(
            UsageError.argumentMissing, "\(names.joined(separator: " ")) needs \(spec.name)",
            details: HelpRenderer.synopsis(path).map { "accepted: \(table.program) \($0)" },
            argument: spec.name, next: ShellText.command([table.program] + names + ["--help"]))
    }

    private func extraArgument(
        _ extra: String, words: [String], scan: Scan, path: [Verb]
    ) -> ToolError {
        let names = path.map(\.name)
        let message = "\(names.joined(separator: " ")) takes no argument \"\(extra)\""
        if let option = table.inputOption?.name,
            let log = words.first(where: table.isInputName)
                ?? (path.first?.effect.kind == .readsOnly && table.isReadableName(extra) ? extra : nil),
            !scan.options.contains(where: { $0.option.name == option })
        {
            var remaining = words
            if let index = remaining.firstIndex(of: log) { remaining.remove(at: index) }
            let typed = scan.options.flatMap { given in
                given.option.takesValue
                    ? ["--\(given.option.name)", given.value] : ["--\(given.option.name)"]
            }
            let command = [table.program] + names + remaining + typed + ["--\(option)", log]
            return UsageError.error(
                UsageError.argumentExtra, message, argument: "--\(option)", value: log,
                next: ShellText.command(command))
        }
        return UsageError.error(
            UsageError.argumentExtra, message,
            details: HelpRenderer.synopsis(path).map { "accepted: \(table.program) \($0)" },
            value: extra)
    }
}

/// Reads a command line by a table.
///
/// The rules are those of GNU and POSIX: long options with `=` or a blank, letters in clusters, options
/// anywhere, `--` ends them, `-` is a value. Beyond that: a minus sign before a digit begins a number, no
/// name can be abbreviated, and no option wins silently over another.
public struct ArgumentParser: Sendable {
    /// The most words of a command line that are read.
    public static let wordLimit = 100_000

    let table: CommandTable

    /// A parser for `table`.
    public init(_ table: CommandTable) { self.table = table }

    /// Reads the words after the program's name.
    ///
    /// - Throws: A usage error that names the word and, where there is one, the next command.
    /// - Complexity: O(words + options given x options of the table), apart from hints.
    public func parse(_ words: [String]) throws(ToolError) -> Invocation {
        guard words.count <= Self.wordLimit else {
            throw UsageError.error(
                UsageError.argumentExtra, "more than \(Self.wordLimit) words on the command line")
        }
        if let help = helpRequest(words) { return help }
        if words.isEmpty { return .help(topic: [], isFull: false) }
        var scan = Scan()
        try scanWords(words, into: &scan)
        if scan.options.contains(where: { $0.option.name == "version" }) { return .version }
        guard let first = scan.words.first else {
            throw UsageError.error(
                UsageError.verbMissing, "no verb is given", next: "\(table.program) --help")
        }
        if first == "help" && table.verb("help") == nil {
            return .help(topic: Array(scan.words.dropFirst()), isFull: true)
        }
        let (path, rest) = try resolveVerb(scan.words)
        let options = try collect(scan.options, path: path)
        try checkChoices(options, path: path)
        let arguments = try assign(rest, scan: scan, path: path)
        return .run(
            ParsedArguments(
                path: path, positionals: rest, options: options, arguments: arguments,
                accepted: table.options(for: path).map(\.name)))
    }

    // MARK: Words

    /// What the words are, before the verb is known.
    struct Scan {
        /// An option as it was typed.
        struct Given {
            let option: OptionSpec
            let typed: String
            let value: String
        }

        var options: [Given] = []
        var words: [String] = []
    }

    /// `-h` and `--help` win over everything else on the line, also over its errors.
    private func helpRequest(_ words: [String]) -> Invocation? {
        let before = words.prefix { $0 != "--" }
        guard let flag = before.first(where: { $0 == "-h" || $0 == "--help" }) else { return nil }
        var topic: [String] = []
        for word in before where !word.utf8.starts(with: "-".utf8) {
            guard !table.verbs(at: topic + [word]).isEmpty else { continue }
            topic.append(word)
        }
        return .help(topic: topic, isFull: flag == "--help")
    }

    private func scanWords(_ words: [String], into scan: inout Scan) throws(ToolError) {
        var position = 0
        while position < words.count {
            let word = words[position]
            position += 1
            if word == "--" {
                scan.words += words[position...]
                return
            }
            guard Self.isOption(word) else {
                scan.words.append(word)
                continue
            }
            let next = position < words.count ? words[position] : nil
            let usedNext =
                word.utf8.starts(with: "--".utf8)
                ? try scanLong(word, next: next, into: &scan)
                : try scanCluster(word, next: next, into: &scan)
            if usedNext { position += 1 }
        }
    }

    /// Whether a word is an option: a minus sign, but not alone and not before a digit.
    static func isOption(_ word: String) -> Bool {
        let bytes = word.utf8
        guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else { return false }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    private func scanLong(
        _ word: String, next: String?, into scan: inout Scan
    ) throws(ToolError) -> Bool {
        let body = word.dropFirst(2)
        let equals = body.utf8.firstIndex(of: UInt8(ascii: "="))
        let name = String(body[..<(equals ?? body.endIndex)])
        guard let option = option(named: name) else { throw unknownOption("--" + name, scan) }
        let typed = "--" + name
        if let equals {
            guard option.takesValue else {
                throw UsageError.error(
                    UsageError.valueExtra, "\(typed) takes no value", argument: typed,
                    value: String(body[body.utf8.index(after: equals)...]))
            }
            let value = String(body[body.utf8.index(after: equals)...])
            scan.options.append(Scan.Given(option: option, typed: typed, value: value))
            return false
        }
        guard option.takesValue else {
            scan.options.append(Scan.Given(option: option, typed: typed, value: ""))
            return false
        }
        let value = try separateValue(next, option: option, typed: typed)
        scan.options.append(Scan.Given(option: option, typed: typed, value: value))
        return true
    }

    private func scanCluster(
        _ word: String, next: String?, into scan: inout Scan
    ) throws(ToolError) -> Bool {
        var rest = word.dropFirst()
        while let letter = rest.first {
            rest.removeFirst()
            let typed = "-\(letter)"
            guard let option = table.option(where: { $0.short == letter }) else {
                throw unknownOption(typed, scan)
            }
            guard option.takesValue else {
                guard !rest.utf8.starts(with: "=".utf8) else {
                    throw UsageError.error(
                        UsageError.valueExtra, "\(typed) takes no value", argument: typed,
                        value: String(rest.dropFirst()))
                }
                scan.options.append(Scan.Given(option: option, typed: typed, value: ""))
                continue
            }
            if rest.isEmpty {
                let value = try separateValue(next, option: option, typed: typed)
                scan.options.append(Scan.Given(option: option, typed: typed, value: value))
                return true
            }
            guard !rest.utf8.starts(with: "=".utf8) else {
                throw UsageError.error(
                    UsageError.valueMissing, "a letter's value follows without an equals sign",
                    details: ["accepted: \(typed) VALUE, \(typed)VALUE or --\(option.name)=VALUE"],
                    argument: typed, value: String(rest))
            }
            scan.options.append(Scan.Given(option: option, typed: typed, value: String(rest)))
            return false
        }
        return false
    }

    private func separateValue(
        _ next: String?, option: OptionSpec, typed: String
    ) throws(ToolError) -> String {
        if let next, !Self.isOption(next) { return next }
        let name = option.valueName ?? "VALUE"
        var details = ["accepted: \(typed) \(name)"]
        if let next {
            details.append("a value that begins with a minus sign: --\(option.name)=\(next)")
        }
        throw UsageError.error(
            UsageError.valueMissing, "\(typed) needs a value (\(name))", details: details,
            argument: typed, candidates: option.allowedValues)
    }

    private func option(named name: String) -> OptionSpec? {
        table.option { $0.long.utf8.elementsEqual(name.utf8) }
    }
}

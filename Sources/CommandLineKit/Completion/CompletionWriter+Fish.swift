extension CompletionWriter {
    /// The script for fish.
    var fishScript: String {
        """
        # fish completion for \(program), written by `\(program) completions fish`.

        # Whether the option takes the next word as its value.
        function __\(identifier)_takes_next
            set -l takers \(takers.joined(separator: " "))
            switch $argv[1]
                case '--*=*'
                    return 1
                case '--*' '-?'
                    contains -- $argv[1] $takers
                case '*'
                    not contains -- (string sub -l 2 -- $argv[1]) $takers
                    and contains -- -(string sub -s -1 -- $argv[1]) $takers
            end
        end

        # Prints the verbs so far on one line, and how many arguments came after them on another.
        function __\(identifier)_place
            set -l path
            set -l index 0
            set -l skips 0
            set -l ended 0
            for word in (commandline -opc)[2..]
                if test $skips = 1
                    set skips 0
                else if test $ended = 0 -a "x$word" = x--
                    set ended 1
                else if test $ended = 0; and string match -qr '^-[^0-9]' -- $word
                    __\(identifier)_takes_next $word; and set skips 1
                else if contains -- (string join ' ' -- $path $word) \(fishPaths)
                    set -a path $word
                else
                    set index (math $index + 1)
                end
            end
            string join ' ' -- $path
            test (count $path) -gt 0; or echo
            echo $index
        end

        # Whether exactly these verbs stand there; a number says after how many arguments.
        function __\(identifier)_at
            set -l place (__\(identifier)_place)
            test "$place[1]" = "$argv[1]"; or return 1
            test (count $argv) -lt 2; and return 0
            if test "$argv[3]" = more
                test $place[2] -ge $argv[2]
            else
                test $place[2] -eq $argv[2]
            end
        end


        # Prints the values of a kind.
        function __\(identifier)_values
            set -l words (commandline -opc)
            set -l prefix (string replace -r -- '^--[^=]*=' '' (commandline -ct))
            $words[1] \(verb) $argv[1] -- (string unescape -- $prefix; or echo $prefix) $words[2..] 2>/dev/null </dev/null
        end

        complete -c \(program) -f
        \(levels.flatMap(fishLines).joined(separator: "\n"))

        """
    }

    private var fishPaths: String {
        levels.filter { !$0.path.isEmpty }.map { Self.fishQuoted($0.name) }.joined(separator: " ")
    }

    private func fishLines(_ level: CompletionLevel) -> [String] {
        let place = "__\(identifier)_at \(Self.fishQuoted(level.name))"
        var lines = ["", "# \(level.path.isEmpty ? "every verb" : level.name)"]
        for verb in level.verbs {
            lines.append(
                "complete -c \(program) -n \(Self.fishQuoted(place)) -f"
                    + " -a \(verb.name) -d \(Self.fishQuoted(verb.summary))")
        }
        // The options of every verb are told once.
        let shared = Set(levels[0].options.map(\.name))
        for option in level.options where level.path.isEmpty || !shared.contains(option.name) {
            let condition = level.path.isEmpty ? "" : " -n \(Self.fishQuoted(place))"
            for spelling in option.spellings {
                lines.append("complete -c \(program)\(condition)\(optionFlags(option, spelling))")
            }
        }
        for (index, argument) in level.arguments.enumerated() {
            guard let values = valueFlags(argument.kind) else { continue }
            let more = argument.repeats ? " more" : ""
            let condition = Self.fishQuoted("\(place) \(index)\(more)")
            lines.append("complete -c \(program) -n \(condition) \(values)")
        }
        return lines
    }

    private func optionFlags(_ option: OptionSpec, _ spelling: OptionSpec.Spelling) -> String {
        let letter = spelling.short.map { " -s \($0)" } ?? ""
        var flags = "\(letter) -l \(spelling.long)"
        if option.takesValue { flags += " -r " + (valueFlags(option.valueKind) ?? "-f") }
        return flags + " -d \(Self.fishQuoted(option.doc))"
    }

    /// What offers the values of a kind, or nil where nothing can be offered.
    private func valueFlags(_ kind: ValueKind) -> String? {
        switch kind {
        case .text, .number, .range: nil
        case .file, .newFile: "-F"
        case .choice(let words): "-f -a \(Self.fishQuoted(words.joined(separator: " ")))"
        case .named(let name): "-f -a \(Self.fishQuoted("(__\(identifier)_values \(name))"))"
        }
    }

    /// A text as one word for fish, always in quotes.
    static func fishQuoted(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            if scalar == "'" || scalar == "\\" { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result + "'"
    }
}

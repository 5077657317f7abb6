/// What can be told of a command line that is still being typed.
///
/// Nothing is checked: unknown options are passed over, and a value that is missing is no error.
public struct PartialArguments: Sendable {
    /// The words that are no options and no values of options, the verbs first.
    public private(set) var words: [String] = []
    private var options: [String: String] = [:]

    /// Reads the words after the program's name.
    public init(_ words: [String], table: CommandTable) {
        var waiting: OptionSpec?
        var hasEnded = false
        for word in words {
            if let option = waiting {
                options[option.name] = word
                waiting = nil
            } else if hasEnded || !Self.isOption(word) {
                self.words.append(word)
            } else if word == "--" {
                hasEnded = true
            } else {
                waiting = read(word, table)
            }
        }
    }

    /// The value of an option, by its first long name; nil when it was not given.
    public func value(_ option: String) -> String? { options[option] }

    /// Whether a word begins like an option: a minus sign before a digit begins a number.
    private static func isOption(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        guard bytes.count >= 2, bytes[0] == UInt8(ascii: "-") else { return false }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[1])
    }

    /// Takes an option with the value that is part of its word; an option that waits for its value is returned.
    private mutating func read(_ word: String, _ table: CommandTable) -> OptionSpec? {
        for option in table.allOptions where option.takesValue {
            for spelling in option.spellings {
                if word == "--\(spelling.long)" { return option }
                if word.hasPrefix("--\(spelling.long)=") {
                    options[option.name] = String(word.dropFirst(spelling.long.count + 3))
                    return nil
                }
                guard let letter = spelling.short, !word.hasPrefix("--"), word.hasPrefix("-\(letter)") else {
                    continue
                }
                if word.count == 2 { return option }
                options[option.name] = String(word.dropFirst(2))
                return nil
            }
        }
        return nil
    }
}

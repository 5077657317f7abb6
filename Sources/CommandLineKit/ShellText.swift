/// Writes command lines that can be pasted into a shell.
public enum ShellText {
    /// `word` as it is when every shell reads it as one plain word, else in single quotes.
    public static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.utf8.allSatisfy(isPlainByte)
        guard !isPlain else { return word }
        var result = "'"
        for scalar in word.unicodeScalars {
            if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
        }
        return result + "'"
    }

    /// The words of one command.
    public static func command(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    private static func isPlainByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"): true
        case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "+"): true
        case UInt8(ascii: "@"), UInt8(ascii: "%"): true
        default: false
        }
    }
}

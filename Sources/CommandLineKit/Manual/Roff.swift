/// Writes a manual page in the language of man(7), from text that is not in it.
///
/// Everything that the language would understand is escaped, and what lies beyond ASCII is named by number, so
/// that a page is the same under every locale and typesetter.
struct Roff {
    private(set) var text: String

    /// The beginning of a page.
    ///
    /// The date stays empty: a page depends on the tool alone, not on the day on which it was written.
    init(name: String, section: Int, source: String, manual: String) {
        let title = Self.escaped(name.uppercased())
        text = ".TH \(Self.argument(title)) \(section) \"\" "
        text += "\(Self.argument(Self.escaped(source))) \(Self.argument(Self.escaped(manual)))\n"
        // Words are not hyphenated and lines not stretched: options and examples stay as they are typed.
        text += ".nh\n.ad l\n"
    }

    mutating func section(_ title: String) { line(".SH " + Self.argument(Self.escaped(title))) }

    mutating func subsection(_ title: String) { line(".SS " + Self.argument(Self.escaped(title))) }

    /// A paragraph of running text.
    mutating func paragraph(_ text: String) {
        line(".PP")
        words(text)
    }

    /// Running text directly below a heading or a tag.
    mutating func words(_ text: String) {
        // Broken into short lines, which keeps a page readable as it is; a line must not begin with a dot.
        for part in TextWrap.lines(Self.escaped(text), width: Self.width) {
            line(part.hasPrefix(".") ? "\\&" + part : part)
        }
    }

    /// The width of running text in the page's own text, in bytes.
    private static let width = 78

    /// A bold tag with text below it.
    mutating func entry(_ tag: String, _ text: String) {
        line(".TP")
        line("\\fB\(Self.escaped(tag))\\fR")
        words(text)
    }

    /// Lines that stay as they are, such as commands.
    mutating func verbatim(_ lines: [String]) {
        line(".PP")
        line(".nf")
        for text in lines { line(text.isEmpty ? "\\&" : Self.escaped(text)) }
        line(".fi")
    }

    /// Bold text on lines of their own.
    mutating func commands(_ commands: [String]) {
        for (index, command) in commands.enumerated() {
            if index > 0 { line(".br") }
            line("\\fB\(Self.escaped(command))\\fR")
        }
    }

    private mutating func line(_ line: String) { text += line + "\n" }

    private static func argument(_ escaped: String) -> String { "\"\(escaped)\"" }

    /// `text` as it is, whatever it holds.
    static func escaped(_ text: String) -> String {
        var result = ""
        var isAtStart = true
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "." where isAtStart: result += "\\&."
            case "\n", "\t": result += " "
            case _ where scalar.value < 0x7F && scalar.value >= 0x20: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
            isAtStart = false
        }
        return result
    }
}

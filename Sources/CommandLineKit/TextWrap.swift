/// Breaks paragraphs into lines.
enum TextWrap {
    /// The words of `text` in lines of at most `width` columns.
    ///
    /// The first line begins with `first`, every other one with as many blanks as `indent` says. A word
    /// that is longer than a line stands alone. Help texts are ASCII apart from a few single-width marks,
    /// so characters are counted, not columns.
    static func lines(_ text: String, width: Int, first: String = "", indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = first
        var isStart = true
        for word in text.split(separator: " ") {
            if isStart {
                line += word
                isStart = false
            } else if line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = margin + word
            }
        }
        lines.append(line)
        return lines.map(trimmed)
    }

    /// A name in a column of `column` characters and a text beside it; below it when the name is longer.
    static func entry(_ name: String, _ text: String, column: Int, indent: Int, width: Int) -> [String] {
        let start = indent + column + 2
        let margin = String(repeating: " ", count: indent)
        guard name.count <= column else {
            return [margin + name]
                + lines(text, width: width, first: String(repeating: " ", count: start), indent: start)
        }
        let padding = String(repeating: " ", count: column - name.count + 2)
        return lines(text, width: width, first: margin + name + padding, indent: start)
    }

    /// A line without blanks at its end.
    static func trimmed(_ line: String) -> String {
        var bytes = Array(line.utf8)
        while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What kind of value an argument or option takes; completions and checks follow from it.
public enum ValueKind: Hashable, Sendable {
    /// Any text.
    case text
    /// A whole number in decimal digits.
    case number
    /// A file to read.
    case file
    /// A file to write.
    case newFile
    /// A range of positions, recognised by its two dots.
    case range
    /// One of these words.
    case choice([String])
    /// A name that the tool knows at run time, such as `table` or `type`.
    case named(String)

    /// The word for it in the JSON dump.
    var word: String {
        switch self {
        case .text: "text"
        case .number: "number"
        case .file: "file"
        case .newFile: "new-file"
        case .range: "range"
        case .choice: "choice"
        case .named(let name): name
        }
    }
}

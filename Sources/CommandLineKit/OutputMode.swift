/// For whom the output is.
public enum OutputMode: String, Hashable, Sendable, CaseIterable {
    /// For people: columns, colour and cut text on a terminal.
    case human
    /// For line tools: tab-separated cells under a header.
    case plain
    /// For programs: one JSON object a line.
    case json
}

/// Rows under a header: aligned for people, tab-separated for tools.
public struct TextTable: Sendable {
    /// One column.
    public struct Column: Hashable, Sendable {
        /// Where the cells stand in their column.
        public enum Alignment: Hashable, Sendable {
            /// At the left edge.
            case left
            /// At the right edge, for numbers.
            case right
        }

        /// The header: the field's name as in JSON.
        public let name: String
        /// Where the cells stand.
        public let alignment: Alignment
        /// Whether cells are free text, the only kind that may be cut.
        public let isFreeText: Bool

        /// A column of names, times, keys or hashes; never cut.
        public static func text(_ name: String) -> Column {
            Column(name: name, alignment: .left, isFreeText: false)
        }

        /// A column of numbers; never cut.
        public static func number(_ name: String) -> Column {
            Column(name: name, alignment: .right, isFreeText: false)
        }

        /// A column of free text, such as titles; cut on a narrow terminal.
        public static func freeText(_ name: String) -> Column {
            Column(name: name, alignment: .left, isFreeText: true)
        }
    }

    /// One cell.
    public struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The text, which may come from data.
        public let text: String
        /// How it is emphasised.
        public let style: StyledText.Style?

        /// A cell.
        public init(_ text: String, _ style: StyledText.Style? = nil) {
            self.text = text
            self.style = style
        }

        /// A cell without style.
        public init(stringLiteral text: String) { self.init(text) }
    }

    /// The columns.
    public let columns: [Column]
    /// The rows; each has one cell for every column.
    public private(set) var rows: [[Cell]] = []

    /// A table without rows.
    public init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row.
    ///
    /// - Precondition: There is one cell for every column.
    public mutating func append(_ row: [Cell]) {
        precondition(
            row.count == columns.count, "a row of \(row.count) cells in a table of \(columns.count) columns")
        rows.append(row)
    }

    /// Adds a row of texts.
    ///
    /// - Precondition: There is one text for every column.
    public mutating func append(_ texts: [String]) { append(texts.map { Cell($0) }) }

    /// The header and all rows for people.
    ///
    /// - Parameters:
    ///   - width: The columns to fit into by cutting free text, or nil for no cut.
    ///   - marks: The marks to cut with.
    public func lines(cutTo width: Int?, marks: Marks) -> [StyledText] {
        let layout = layout(cutTo: width, marks: marks)
        return [layout.header] + rows.map { layout.line($0) }
    }

    /// The widths for the rows so far, with which more rows can be written one by one.
    public func layout(cutTo width: Int?, marks: Marks) -> Layout {
        var widths = columns.map { TextWidth.width($0.name) }
        for row in rows {
            for (index, cell) in row.enumerated() {
                widths[index] = max(widths[index], TextWidth.width(TerminalText.escaped(cell.text)))
            }
        }
        var limits = columns.map { _ in Int.max }
        if let width, let limit = freeTextLimit(widths, total: width) {
            for (index, column) in columns.enumerated() where column.isFreeText {
                limits[index] = max(limit, Layout.leastFreeText, TextWidth.width(column.name))
                widths[index] = min(widths[index], limits[index])
            }
        }
        return Layout(columns: columns, widths: widths, limits: limits, ellipsis: marks.ellipsis)
    }

    /// The widest that free text may be so that a line fits, or nil when it fits anyway.
    private func freeTextLimit(_ widths: [Int], total: Int) -> Int? {
        func length(_ limit: Int) -> Int {
            let cells = zip(columns, widths).reduce(0) { $0 + ($1.0.isFreeText ? min($1.1, limit) : $1.1) }
            return cells + Layout.gap * max(0, columns.count - 1)
        }
        guard length(Int.max) > total else { return nil }
        var (low, high) = (0, total)
        while low < high {
            let middle = (low + high + 1) / 2
            if length(middle) <= total { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// The header and all rows as tab-separated lines, nothing cut.
    ///
    /// Tabs, line ends and backslashes in cells are escaped.
    public var plainLines: [String] {
        [Self.plainLine(columns.map(\.name))] + rows.map { Self.plainLine($0.map(\.text)) }
    }

    /// One tab-separated line.
    public static func plainLine(_ cells: [String]) -> String {
        cells.map(TerminalText.plainCell).joined(separator: "\t")
    }
}

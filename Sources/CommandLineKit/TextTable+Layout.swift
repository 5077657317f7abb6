extension TextTable {
    /// The widths of a table's columns.
    public struct Layout: Sendable {
        /// The blanks between two columns.
        static let gap = 2
        /// Free text is never cut below this, in columns.
        static let leastFreeText = 8

        let columns: [Column]
        let widths: [Int]
        /// For each column the width that cells are cut to.
        let limits: [Int]
        let ellipsis: String

        /// The header line.
        public var header: StyledText { line(columns.map { Cell($0.name, .faint) }) }

        /// The line of one row; cells wider than their column push the rest to the right.
        ///
        /// - Precondition: There is one cell for every column.
        public func line(_ cells: [Cell]) -> StyledText {
            precondition(cells.count == columns.count, "a row must have one cell for every column")
            var result = StyledText()
            var blanks = 0
            for (index, cell) in cells.enumerated() {
                // Blanks are only written before something visible, so no line ends in them.
                var text = TextWrap.trimmed(TerminalText.escaped(cell.text))
                if limits[index] < Int.max {
                    text = TextWidth.cut(text, to: limits[index], ellipsis: ellipsis)
                }
                let missing = max(0, widths[index] - TextWidth.width(text))
                let isRight = columns[index].alignment == .right
                if !text.isEmpty {
                    let before = blanks + (isRight ? missing : 0)
                    if before > 0 { result.append(String(repeating: " ", count: before)) }
                    result.append(text, cell.style)
                    blanks = isRight ? 0 : missing
                } else {
                    blanks += widths[index]
                }
                blanks += Self.gap
            }
            return result
        }
    }
}

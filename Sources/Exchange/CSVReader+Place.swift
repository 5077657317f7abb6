extension CSVReader {
    /// The line and column, both from 1, at which a field of a row begins, its quote included.
    ///
    /// - Precondition: The row is of this reader, and the column below its count.
    /// - Complexity: O(size of the record).
    public func place(of column: Int, in row: CSVRow) -> (line: Int, column: Int) {
        var offset = row.offset(of: column)
        if offset > start, bytes[offset - 1] == Self.quote { offset -= 1 }
        let before = bytes[start..<offset]
        let lineStart = before.lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? start
        let recordStart = row.offset(of: 0)
        let linesInside = recordStart < offset ? bytes[recordStart..<offset].count { $0 == Self.lineFeed } : 0
        // A scalar has one byte that continues no other.
        let characters = before[lineStart...].count { $0 & 0xC0 != 0x80 }
        return (row.line + linesInside, characters + 1)
    }
}

extension ExchangeError {
    /// The error for a text that is no table.
    public init(_ error: CSVError, file: String? = nil) {
        self.init(
            error.code == .duplicateColumn ? .missingColumn : .invalidCSV, error.message, file: file,
            line: error.line, column: error.column)
    }
}

extension CSVReader {
    /// Steps over one record and its line end.
    ///
    /// - Parameter columns: the number of fields it must have, or nil for the header.
    mutating func scanRecord(columns: Int?) throws(CSVError) -> [CSVRow.Field] {
        let recordStart = index
        var fields: [CSVRow.Field] = []
        fields.reserveCapacity(columns ?? 8)
        while true {
            fields.append(try scanField())
            guard index < bytes.count, bytes[index] == separator else { break }
            if fields.count == columns {
                throw error(.wrongFieldCount, at: index, "This record has more than \(fields.count) fields.")
            }
            if fields.count == Self.maximumColumns {
                throw error(.tooManyColumns, at: index)
            }
            index += 1
        }
        if let columns, fields.count < columns {
            throw error(
                .wrongFieldCount, at: recordStart,
                "This record has \(fields.count) of \(columns) fields.")
        }
        try takeLineEnd()
        return fields
    }

    private mutating func scanField() throws(CSVError) -> CSVRow.Field {
        if index < bytes.count, bytes[index] == Self.quote { return try scanQuotedField() }
        let fieldStart = index
        while index < bytes.count, !endsField(bytes[index]) {
            if bytes[index] == Self.quote { throw error(.strayQuote, at: index) }
            index += 1
        }
        return CSVRow.Field(range: fieldStart..<index, hasDoubledQuotes: false)
    }

    private mutating func scanQuotedField() throws(CSVError) -> CSVRow.Field {
        let opening = index
        var hasDoubledQuotes = false
        index += 1
        while index < bytes.count {
            guard bytes[index] == Self.quote else {
                index += 1
                continue
            }
            index += 1
            guard index < bytes.count, bytes[index] == Self.quote else {
                let range = (opening + 1)..<(index - 1)
                guard index == bytes.count || endsField(bytes[index]) else {
                    throw error(.strayQuote, at: index - 1)
                }
                return CSVRow.Field(range: range, hasDoubledQuotes: hasDoubledQuotes)
            }
            hasDoubledQuotes = true
            index += 1
        }
        throw error(.unterminatedQuote, at: opening)
    }

    private func endsField(_ byte: UInt8) -> Bool {
        byte == separator || byte == Self.lineFeed || byte == Self.carriageReturn
    }

    private mutating func takeLineEnd() throws(CSVError) {
        guard index < bytes.count else { return }
        if bytes[index] == Self.carriageReturn {
            guard index + 1 < bytes.count, bytes[index + 1] == Self.lineFeed else {
                throw error(.strayCarriageReturn, at: index)
            }
            index += 1
        }
        index += 1
    }

    /// An error at `offset`, with its line and column counted.
    func error(_ code: CSVError.Code, at offset: Int, _ message: String? = nil) -> CSVError {
        let before = bytes[start..<offset]
        let lineStart = before.lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? start
        return CSVError(
            code: code, offset: offset, line: 1 + before.count { $0 == Self.lineFeed },
            // A scalar has one byte that continues no other.
            column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 },
            message: message ?? code.message)
    }
}

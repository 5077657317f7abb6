/// One record of a table: its fields as ranges of the text, made into strings when asked for.
public struct CSVRow: Sendable {
    /// A field without its quotes.
    struct Field: Sendable {
        let range: Range<Int>
        let hasDoubledQuotes: Bool
    }

    /// The line where the record starts, from 1.
    public let line: Int

    private let bytes: [UInt8]
    private let fields: [Field]

    init(bytes: [UInt8], fields: [Field], line: Int) {
        self.bytes = bytes
        self.fields = fields
        self.line = line
    }

    /// The number of fields, which is that of the header.
    public var count: Int { fields.count }

    /// The text of the field in this column, from 0, without quotes around it.
    ///
    /// - Precondition: the column is below `count`.
    public subscript(column: Int) -> String {
        let field = fields[column]
        let raw = bytes[field.range]
        guard field.hasDoubledQuotes else { return String(decoding: raw, as: UTF8.self) }
        var text: [UInt8] = []
        text.reserveCapacity(raw.count)
        var isSecondQuote = false
        for byte in raw {
            isSecondQuote = byte == CSVReader.quote && !isSecondQuote
            if byte != CSVReader.quote || isSecondQuote { text.append(byte) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Where the field's text starts.
    func offset(of column: Int) -> Int { fields[column].range.lowerBound }
}

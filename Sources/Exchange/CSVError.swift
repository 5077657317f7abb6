/// Why a text is not a table this project reads, and where.
///
/// No text of the table is in it, so it may be shown and logged.
public struct CSVError: Error, Hashable, Sendable {
    /// The kinds of fault; more may follow.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case noHeader, duplicateColumn, tooManyColumns, wrongFieldCount
            case unterminatedQuote, strayQuote, strayCarriageReturn, invalidUTF8
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        /// The code's name, stable across versions.
        public var description: String { kind.rawValue }

        /// There is no first record to name the columns.
        public static let noHeader = Code(.noHeader)
        /// Two columns have one name.
        public static let duplicateColumn = Code(.duplicateColumn)
        /// The header has more columns than `CSVReader.maximumColumns`.
        public static let tooManyColumns = Code(.tooManyColumns)
        /// A record has more or fewer fields than the header.
        public static let wrongFieldCount = Code(.wrongFieldCount)
        /// A quoted field does not end.
        public static let unterminatedQuote = Code(.unterminatedQuote)
        /// A quote stands within a field without quotes, or text follows a closing quote.
        public static let strayQuote = Code(.strayQuote)
        /// A carriage return stands outside quotes without a line feed.
        public static let strayCarriageReturn = Code(.strayCarriageReturn)
        /// The bytes are not UTF-8.
        public static let invalidUTF8 = Code(.invalidUTF8)

        var message: String {
            switch kind {
            case .noHeader: "The text has no header line."
            case .duplicateColumn: "This column's name stands twice in the header."
            case .tooManyColumns: "The header has more than \(CSVReader.maximumColumns) columns."
            case .wrongFieldCount: "This record has another number of fields than the header."
            case .unterminatedQuote: "The quoted field that starts here does not end."
            case .strayQuote: "A quote stands here that neither starts nor ends a field."
            case .strayCarriageReturn: "This carriage return is followed by no line feed."
            case .invalidUTF8: "These bytes are not UTF-8."
            }
        }
    }

    /// What is wrong.
    public let code: Code

    /// The bytes before the fault.
    public let offset: Int

    /// The line of the fault, from 1; line feeds end lines, within quotes too.
    public let line: Int

    /// The column of the fault in Unicode scalars, from 1.
    public let column: Int

    /// One sentence for the reader.
    public let message: String
}

extension CSVError: CustomStringConvertible {
    /// The place and the sentence.
    public var description: String { "Line \(line), column \(column): \(message)" }
}

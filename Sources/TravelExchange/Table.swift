import Exchange

/// A table whose columns are found by their names, with errors that name file, line and column.
struct Table {
    private var reader: CSVReader
    private let file: String

    init(_ file: ImportFile) throws(ExchangeError) {
        self.file = file.name
        do throws(CSVError) { reader = try CSVReader(bytes: file.bytes) } catch {
            throw ExchangeError(error, file: file.name)
        }
    }

    /// The place of a column.
    ///
    /// - Throws: `ExchangeError` with the columns that are there.
    func column(_ name: String) throws(ExchangeError) -> Int {
        guard let column = reader.column(named: name) else {
            throw ExchangeError(
                .missingColumn, "the table has no column \(name)", file: file, line: 1, column: 1,
                field: name,
                accepted: reader.header)
        }
        return column
    }

    mutating func nextRow() throws(ExchangeError) -> CSVRow? {
        do throws(CSVError) { return try reader.nextRow() } catch {
            throw ExchangeError(error, file: file)
        }
    }

    /// An error at a field of a row.
    func error(
        _ code: ExchangeError.Code, _ message: String, in row: CSVRow, at column: Int
    ) -> ExchangeError {
        let place = reader.place(of: column, in: row)
        return ExchangeError(
            code, message, file: file, line: place.line, column: place.column, field: reader.header[column])
    }
}

/// Reads comma-separated values (RFC 4180) row by row, strictly.
///
/// The first record is the header. The separator is the semicolon or the comma, whichever the header has more
/// of outside quotes; the comma when it has neither and the semicolon in a tie. Records end in LF or CR LF, the
/// last one also at the end. Fields may be quoted; quotes within are doubled, and separators and line ends
/// may stand within. A UTF-8 byte order mark is skipped. Nothing is trimmed, and an empty line is a record of
/// one empty field.
public struct CSVReader: Sendable {
    /// More columns than any table here has; a header beyond it is refused.
    public static let maximumColumns = 1024

    static let quote = UInt8(ascii: "\"")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The names of the columns, in order and all different.
    public private(set) var header: [String] = []

    /// The byte between two fields, a semicolon or a comma.
    public private(set) var separator = UInt8(ascii: ",")

    let bytes: [UInt8]
    /// Where the text starts, after a byte order mark.
    let start: Int
    var index: Int
    private var line = 1
    private var failure: CSVError?

    /// A reader of the whole text in `bytes`, with the header read.
    ///
    /// - Throws: `CSVError` when there is no header, a column's name stands twice, or the first record is broken.
    public init(bytes: [UInt8]) throws(CSVError) {
        self.bytes = bytes
        start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        index = start
        separator = headerSeparator()
        guard index < bytes.count else { throw error(.noHeader, at: index) }
        let row = try readRow(columns: nil)
        for column in 0..<row.count {
            let name = row[column]
            // Bytes are compared: equal texts of different bytes are different names.
            guard !header.contains(where: { $0.utf8.elementsEqual(name.utf8) }) else {
                throw error(.duplicateColumn, at: row.offset(of: column))
            }
            header.append(name)
        }
    }

    /// The place of the column with this name, or nil; names are compared by their bytes.
    public func column(named name: String) -> Int? {
        header.firstIndex { $0.utf8.elementsEqual(name.utf8) }
    }

    /// The next row, or nil after the last.
    ///
    /// - Throws: `CSVError` with the place of the fault, and the same one again when asked again.
    public mutating func nextRow() throws(CSVError) -> CSVRow? {
        if let failure { throw failure }
        guard index < bytes.count else { return nil }
        do throws(CSVError) {
            return try readRow(columns: header.count)
        } catch {
            failure = error
            throw error
        }
    }

    private mutating func readRow(columns: Int?) throws(CSVError) -> CSVRow {
        let start = index
        let firstLine = line
        let fields = try scanRecord(columns: columns)
        let record = bytes[start..<index]
        if let offset = Self.firstInvalidUTF8(in: record) { throw error(.invalidUTF8, at: offset) }
        line += record.count { $0 == Self.lineFeed }
        return CSVRow(bytes: bytes, fields: fields, line: firstLine)
    }

    /// The separator that the first record has more of outside quotes.
    private func headerSeparator() -> UInt8 {
        var (semicolons, commas, isQuoted) = (0, 0, false)
        for byte in bytes[start...] {
            switch byte {
            case Self.quote: isQuoted.toggle()
            case UInt8(ascii: ";") where !isQuoted: semicolons += 1
            case UInt8(ascii: ",") where !isQuoted: commas += 1
            case Self.lineFeed where !isQuoted:
                return semicolons >= max(commas, 1) ? UInt8(ascii: ";") : UInt8(ascii: ",")
            default: break
            }
        }
        return semicolons >= max(commas, 1) ? UInt8(ascii: ";") : UInt8(ascii: ",")
    }

    private static func firstInvalidUTF8(in record: ArraySlice<UInt8>) -> Int? {
        if record.allSatisfy({ $0 < 0x80 }) { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = record.makeIterator()
        var offset = record.startIndex
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): offset += scalar.count
            case .error: return offset
            case .emptyInput: return nil
            }
        }
    }
}

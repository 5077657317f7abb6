import Exchange
import TravelExchange

/// The reader of tables, and the format that is made of one.
enum CSVEntry {
    static func run(_ input: Span<UInt8>) {
        let bytes = copied(input)
        if var reader = try? CSVReader(bytes: bytes) {
            let columns = reader.header.count
            while let row = try? reader.nextRow() {
                precondition(row.count == columns, "a row has the columns of the header")
                for column in 0..<row.count { precondition(row[column].utf8.count <= bytes.count) }
            }
        }
        let format = POIVisitFormat()
        _ = format.recognises(input)
        let file = ImportFile(name: "visits.csv", bytes: bytes)
        _ = try? format.read([file], options: ImportOptions())
        var options = ImportOptions()
        options.set(POIVisitFormat.pois, to: file)
        options.set(POIVisitFormat.views)
        _ = try? format.read([file], options: options)
    }
}

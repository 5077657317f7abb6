import Exchange
import UnicodeText

/// The places that a list of points of interest names, by their ids.
struct POIList {
    /// A point of interest.
    struct Place {
        let name: String
        let latitude: Double?
        let longitude: Double?
    }

    private var places: [[UInt8]: Place] = [:]

    /// Reads a table with the columns `poiID`, `poiName`, `lat` and `long`; others are passed over.
    init(_ file: ImportFile) throws(ExchangeError) {
        var table = try Table(file)
        let id = try table.column("poiID")
        let name = try table.column("poiName")
        let latitude = try table.column("lat")
        let longitude = try table.column("long")
        while let row = try table.nextRow() {
            let key = row[id]
            if key.isEmpty {
                throw table.error(.invalidValue, "the id of the place is empty", in: row, at: id)
            }
            let place = Place(
                name: try Self.name(row, name, table),
                latitude: try Self.degrees(row, latitude, limit: 90, table),
                longitude: try Self.degrees(row, longitude, limit: 180, table))
            guard places.updateValue(place, forKey: Array(key.utf8)) == nil else {
                throw table.error(.duplicatePlace, "the list has this id already", in: row, at: id)
            }
        }
    }

    /// The place with this id, byte for byte, or nil.
    func place(_ id: String) -> Place? { places[Array(id.utf8)] }

    /// The name as people write it.
    private static func name(_ row: CSVRow, _ column: Int, _ table: Table) throws(ExchangeError) -> String {
        guard let decoded = PercentEncoding.decode(row[column]) else {
            throw table.error(.invalidValue, "the name is not UTF-8 once decoded", in: row, at: column)
        }
        let blanks = decoded.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
        let name = UnicodeText.normalizedNFC(String(decoding: blanks, as: UTF8.self))
        if UnicodeText.isBlank(name) {
            throw table.error(.invalidValue, "the name of the place is empty", in: row, at: column)
        }
        return name
    }

    private static func degrees(
        _ row: CSVRow, _ column: Int, limit: Double, _ table: Table
    ) throws(ExchangeError) -> Double? {
        let text = row[column]
        if UnicodeText.isBlank(text) { return nil }
        guard let degrees = Coordinate.degrees(text), abs(degrees) <= limit else {
            throw table.error(
                .invalidValue, "this is no number of degrees from -\(Int(limit)) to \(Int(limit))",
                in: row, at: column)
        }
        return degrees
    }
}

public import Exchange

/// The tables of the Flickr User-POI Visits data: a row for each photo that a user took at a point of interest.
///
/// The data is described in K. H. Lim, J. Chan, C. Leckie, S. Karunasekera, "Personalized Tour Recommendation
/// based on User Interests and Points of Interest Visit Durations", IJCAI 2015. Columns are found by their names:
/// `photoID`, `userID`, `dateTaken` (seconds since 1970), `poiID`, `poiTheme` and `seqID`; others are passed over.
/// Fields are separated by semicolons or commas and may be quoted; lines end with LF or CRLF.
///
/// Each row becomes a `photo.visited` in the stream of its user, in the vacation `trip-` and its sequence, before
/// it a `photo.viewed` where views are asked for. The rows of all files are put in the order of their times,
/// those of one second in the order of the files. Ids come from the user, the photo and the sequence alone, so a
/// second import adds nothing, whatever the files are called.
public struct POIVisitFormat: ImportFormat {
    /// The option with the list of points of interest.
    public static let pois = "pois"

    /// The option that asks for views.
    public static let views = "views"

    /// The option with what stands before the name of every vacation.
    public static let vacationPrefix = "vacation-prefix"

    /// The columns without which a table is none of these.
    static let columns = ["photoID", "userID", "dateTaken", "poiID", "poiTheme", "seqID"]

    /// The format.
    public init() {}

    /// The format's name, which is also the source in the metadata of its events.
    public var name: String { "poi-visits" }

    /// What the format is.
    public var documentation: String {
        "Flickr User-POI Visits (Lim et al., IJCAI 2015): a table with one row for each photo."
    }

    /// A list of points of interest, views, and a prefix for vacations.
    public var options: [ImportOption] {
        [
            .file(
                Self.pois, "FILE",
                "The table with the names and coordinates of the points of interest; without it the places are bare ids."
            ),
            .flag(Self.views, "Makes a photo.viewed before each photo.visited."),
            .text(
                Self.vacationPrefix, "TEXT",
                "Stands before the name of every vacation: the data of each city counts its trips from 1."),
        ]
    }

    /// Whether the first line names all columns that are needed.
    public func recognises(_ prefix: Span<UInt8>) -> Bool {
        var line: [UInt8] = []
        for index in prefix.indices {
            if prefix[index] == UInt8(ascii: "\n") { break }
            line.append(prefix[index])
        }
        guard let reader = try? CSVReader(bytes: line + [UInt8(ascii: "\n")]) else { return false }
        return Self.columns.allSatisfy { reader.column(named: $0) != nil }
    }

    /// The visits of all files together, in the order of their times.
    ///
    /// - Throws: `ExchangeError` for the first row that is no visit, with file, line and column.
    /// - Complexity: O(n log n) in the rows.
    public func read(_ files: [ImportFile], options: ImportOptions) throws(ExchangeError) -> ImportBatch {
        var places: POIList?
        if let file = options.file(Self.pois) { places = try POIList(file) }
        var collector = POIVisitCollector(
            format: name, places: places, makesViews: options.hasFlag(Self.views),
            vacationPrefix: options.text(Self.vacationPrefix) ?? "")
        for file in files { try collector.add(file) }
        return collector.batch()
    }
}

import EventCoding
import EventLog
import Exchange
import TravelEvents

/// Gathers the rows of tables of visits and makes events of them.
struct POIVisitCollector: ~Copyable {
    /// A row that became events.
    private struct Visit {
        let seconds: Int64
        let stream: StreamName
        let line: Int
        let viewed: ProposedEvent?
        let visited: ProposedEvent
    }

    private let format: String
    private let places: POIList?
    private let makesViews: Bool
    private let vacationPrefix: String
    private let metadata: [UInt8]
    private var ids = ImportedIDs()
    private var visits: [Visit] = []
    private var indexOfID: [EventID: Int] = [:]
    private var streams: Set<StreamName> = []
    private var rows = 0
    private var repeated = 0
    private var differing = 0

    init(format: String, places: POIList?, makesViews: Bool, vacationPrefix: String) {
        self.format = format
        self.places = places
        self.makesViews = makesViews
        self.vacationPrefix = vacationPrefix
        var source = PayloadMap()
        source["source"] = .text(format)
        metadata = PayloadValue.map(source).cbor
    }

    /// Adds the rows of a table.
    mutating func add(_ file: ImportFile) throws(ExchangeError) {
        var table = try Table(file)
        let columns = try Columns(table)
        while let row = try table.nextRow() {
            rows += 1
            let visit = try visit(row, columns, table)
            guard let id = visit.visited.id else { preconditionFailure("imported events have ids") }
            if let earlier = indexOfID[id] {
                if visits[earlier].visited == visit.visited { repeated += 1 } else { differing += 1 }
                continue
            }
            indexOfID[id] = visits.count
            streams.insert(visit.stream)
            visits.append(visit)
        }
    }

    /// The events in the order of their times.
    consuming func batch() -> ImportBatch {
        let order = visits.indices.sorted { (visits[$0].seconds, $0) < (visits[$1].seconds, $1) }
        var events: [ImportedEvent] = []
        events.reserveCapacity(makesViews ? 2 * visits.count : visits.count)
        for index in order {
            let visit = visits[index]
            if let viewed = visit.viewed {
                events.append(ImportedEvent(stream: visit.stream, event: viewed, line: visit.line))
            }
            events.append(ImportedEvent(stream: visit.stream, event: visit.visited, line: visit.line))
        }
        let skipped = [
            ImportSummary.Skipped(reason: "repeats an earlier row", count: repeated),
            ImportSummary.Skipped(
                reason: "has the user, photo and sequence of an earlier row, with other values",
                count: differing),
        ]
        let summary = ImportSummary(
            rows: rows, events: events.count, streams: streams.count,
            skipped: skipped.filter { $0.count > 0 }, notes: notes)
        return ImportBatch(events: events, summary: summary)
    }

    private var notes: [String] {
        var notes = [
            "Rows are ordered by the time they carry; rows of one second keep the order of the files."
        ]
        if places == nil {
            notes.append("Without a list of points of interest, places are bare ids and have no coordinates.")
        }
        return notes
    }
}

extension POIVisitCollector {
    /// Where the fields of a row stand.
    private struct Columns {
        let photo: Int
        let user: Int
        let date: Int
        let poi: Int
        let theme: Int
        let sequence: Int

        init(_ table: Table) throws(ExchangeError) {
            photo = try table.column("photoID")
            user = try table.column("userID")
            date = try table.column("dateTaken")
            poi = try table.column("poiID")
            theme = try table.column("poiTheme")
            sequence = try table.column("seqID")
        }
    }

    private mutating func visit(
        _ row: CSVRow, _ columns: Columns, _ table: Table
    ) throws(ExchangeError) -> Visit {
        for column in [columns.photo, columns.user, columns.poi, columns.sequence] where row[column].isEmpty {
            throw table.error(.invalidValue, "the id is empty", in: row, at: column)
        }
        let seconds = try Self.seconds(row, columns.date, table)
        let occurred = Timestamp(milliseconds: seconds * 1000)
        let stream = try Self.stream(row, columns.user, table)
        let photo = try photo(row, columns, table)
        let vacation = "\(vacationPrefix)trip-\(row[columns.sequence])"
        do throws(FieldError) {
            let visited = event(
                PhotoVisited.definition, try PhotoVisited(vacation: vacation, photo: photo).encoded(),
                row, columns, occurred)
            var viewed: ProposedEvent?
            if makesViews {
                let payload = try PhotoViewed(photo: photo).encoded()
                viewed = event(PhotoViewed.definition, payload, row, columns, occurred)
            }
            return Visit(
                seconds: seconds, stream: stream, line: row.line, viewed: viewed, visited: visited)
        } catch {
            let isAboutVacation = error.path.utf8.elementsEqual("vacation".utf8)
            throw table.error(
                .invalidValue, error.description, in: row,
                at: isAboutVacation ? columns.sequence : columns.photo)
        }
    }

    private mutating func event(
        _ definition: EventDefinition, _ payload: [UInt8], _ row: CSVRow, _ columns: Columns,
        _ occurred: Timestamp
    ) -> ProposedEvent {
        let photo = row[columns.photo]
        return ProposedEvent(
            type: definition.type, schemaVersion: definition.version, subject: photo, payload: payload,
            occurred: occurred,
            id: ids.id(of: format, definition.type.name, row[columns.user], photo, row[columns.sequence]),
            metadata: metadata, isImported: true)
    }

    private func photo(
        _ row: CSVRow, _ columns: Columns, _ table: Table
    ) throws(ExchangeError) -> Photo {
        let (id, poi, theme) = (row[columns.photo], row[columns.poi], row[columns.theme])
        let tags = theme.isEmpty ? [] : [theme]
        guard let places else { return Photo(id: id, place: poi, tags: tags) }
        guard let place = places.place(poi) else {
            throw table.error(
                .unknownPlace, "the list of points of interest has no such id", in: row, at: columns.poi)
        }
        return Photo(
            id: id, place: place.name, tags: tags, latitude: place.latitude, longitude: place.longitude)
    }

    private static func stream(
        _ row: CSVRow, _ column: Int, _ table: Table
    ) throws(ExchangeError) -> StreamName {
        let name: StreamName
        do throws(LogError) { name = try StreamName(row[column]) } catch {
            throw table.error(.invalidStream, error.message, in: row, at: column)
        }
        if name.isReserved {
            throw table.error(
                .invalidStream, "streams that begin with $ belong to the log itself", in: row, at: column)
        }
        return name
    }

    /// Seconds since 1970, of either sign, whose milliseconds fit 64 bits.
    private static func seconds(
        _ row: CSVRow, _ column: Int, _ table: Table
    ) throws(ExchangeError) -> Int64 {
        let text = row[column]
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else {
            throw table.error(
                .invalidTime, "this is not a whole number of seconds since 1970", in: row, at: column)
        }
        guard let seconds = Int64(text), !seconds.multipliedReportingOverflow(by: 1000).overflow else {
            throw table.error(
                .invalidTime, "this time does not fit in 64 bits of milliseconds", in: row, at: column)
        }
        return seconds
    }
}

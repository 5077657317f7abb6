import EventCoding
import EventLog
import Exchange
import Testing
import TravelEvents

@testable import TravelExchange

struct POIVisitFormatTests {
    private static let header = "photoID;userID;dateTaken;poiID;poiTheme;poiFreq;seqID\n"
    private static let list = """
        poiID;poiName;lat;long;theme
        1;Tenn%C5%8Dji_Zoo;34.652556; 135.508496;Amusement
        2;Parliament_House,_Perth;-31.951634;115.847209;Structure
        3;Cafe%CC%81_100%;;;Food
        """

    private func read(
        _ texts: [String], pois: String? = nil, views: Bool = false, prefix: String? = nil
    ) throws -> ImportBatch {
        var options = ImportOptions()
        if let pois { options.set("pois", to: ImportFile(name: "pois.csv", bytes: Array(pois.utf8))) }
        if views { options.set("views") }
        if let prefix { options.set("vacation-prefix", to: prefix) }
        let files = texts.enumerated().map {
            ImportFile(name: "visits-\($0.offset).csv", bytes: Array($0.element.utf8))
        }
        return try POIVisitFormat().read(files, options: options)
    }

    private func rows(_ rows: String...) -> String { Self.header + rows.joined(separator: "\n") + "\n" }

    private func failure(_ text: String, pois: String? = nil, prefix: String? = nil) -> ExchangeError? {
        do {
            _ = try read([text], pois: pois, prefix: prefix)
        } catch {
            return error as? ExchangeError
        }
        Issue.record("no error for \(text)")
        return nil
    }

    @Test
    func `A row becomes a visit in the stream of its user`() throws {
        let batch = try read([rows("7941504100;10007579@N00;1346844688;1;Structure;1538;1")], pois: Self.list)
        try #require(batch.events.count == 1)
        let imported = batch.events[0]
        #expect(imported.stream.text == "10007579@N00")
        #expect(imported.line == 2)
        let event = imported.event
        #expect(event.type == "photo.visited")
        #expect(event.schemaVersion == 1)
        #expect(event.subject == "7941504100")
        #expect(event.occurred == Timestamp(milliseconds: 1_346_844_688_000, zoneMinutes: 0))
        #expect(event.id?.description == "efd0fbaa-6d0f-ba16-c362-ade43dda8ce0")
        #expect(event.isImported)
        #expect(try event.metadataJSON() == #"{"source":"poi-visits"}"#)
        let visit = try event.record(PhotoVisited.self)
        let photo = Photo(
            id: "7941504100", place: "Tenn\u{14D}ji Zoo", tags: ["Structure"], latitude: 34.652556,
            longitude: 135.508496)
        #expect(visit == PhotoVisited(vacation: "trip-1", photo: photo))
        #expect(batch.summary.rows == 1)
        #expect(batch.summary.events == 1)
        #expect(batch.summary.streams == 1)
        #expect(batch.summary.skipped.isEmpty)
        #expect(batch.summary.notes.first?.contains("ordered by the time") == true)
    }

    @Test
    func `Views come before their visits, with ids of their own`() throws {
        let batch = try read(
            [rows("7941504100;10007579@N00;1;1;Structure;1538;1", "5;u;0;2;Park;1;2")], views: true)
        #expect(
            batch.map(\.event.type.name) == [
                "photo.viewed", "photo.visited", "photo.viewed", "photo.visited",
            ])
        #expect(batch.map(\.event.subject) == ["5", "5", "7941504100", "7941504100"])
        #expect(batch.events[2].event.id?.description == "b1e0d75e-41e2-bf7d-1f31-006d3d5e49f1")
        let viewed = try batch.events[2].event.record(PhotoViewed.self)
        let visited = try batch.events[3].event.record(PhotoVisited.self)
        #expect(viewed.photo == visited.photo)
        #expect(batch.summary.rows == 2)
        #expect(batch.summary.events == 4)
        #expect(batch.summary.streams == 2)
    }

    @Test
    func `Without a list places are bare ids, and a note says so`() throws {
        let batch = try read([rows("1;u;5;26;;1;9")])
        #expect(
            try batch.events[0].event.payloadJSON()
                == #"{"photo":{"id":"1","place":"26"},"vacation":"trip-9"}"#)
        #expect(batch.summary.notes.count == 2)
        #expect(try read([rows("1;u;5;1;;1;9")], pois: Self.list).summary.notes.count == 1)
    }

    @Test
    func `Names of places are decoded, their blanks restored, and composed`() throws {
        let batch = try read([rows("1;u;5;3;x;1;9", "2;u;6;2;x;1;9")], pois: Self.list)
        let visits = try batch.map { try $0.event.record(PhotoVisited.self) }
        #expect(visits[0].photo.place.map { Array($0.utf8) } == Array("Caf\u{E9} 100%".utf8))
        #expect(visits[0].photo.latitude == nil)
        #expect(visits[1].photo.place == "Parliament House, Perth")
        #expect(visits[1].photo.latitude == -31.951634)
    }

    @Test
    func `Rows are ordered by time over all files, ties by file order`() throws {
        let first = rows("a;u;20;1;x;1;1", "b;u;-5;1;x;1;1", "c;u;20;1;x;1;1")
        let second = rows("d;v;20;1;x;1;1", "e;u;-2000000000;1;x;1;1")
        let batch = try read([first, second])
        #expect(batch.map(\.event.subject) == ["e", "b", "a", "c", "d"])
        #expect(batch.map(\.line) == [3, 3, 2, 4, 2])
        #expect(batch.events[0].event.occurred?.milliseconds == -2_000_000_000_000)
    }

    @Test
    func `The form of the file changes nothing`() throws {
        let plain = rows("1;u;5;2;\"x, y\";1;9", "2;v;6;1;;1;10")
        let quoted =
            "\"photoID\",\"poiFreq\",\"userID\",\"dateTaken\",\"poiID\",\"poiTheme\",\"seqID\"\r\n"
            + "1,1,\"u\",5,\"2\",\"x, y\",9\r\n2,1,v,\"6\",1,\"\",10"
        let expected = try read([plain], pois: Self.list)
        let other = try read([quoted], pois: Self.list.replacing("\n", with: "\r\n"))
        #expect(other.events == expected.events)
    }

    @Test
    func `A prefix stands before every vacation and leaves the ids`() throws {
        let plain = try read([rows("1;u;5;2;x;1;9")]).events[0].event
        let prefixed = try read([rows("1;u;5;2;x;1;9")], prefix: "osaka ").events[0].event
        #expect(try prefixed.record(PhotoVisited.self).vacation == "osaka trip-9")
        #expect(prefixed.id == plain.id)
    }

    @Test
    func `Rows that stand twice are skipped with the reason`() throws {
        let text = rows("1;u;5;2;x;1;9", "1;u;5;2;x;7;9", "1;u;6;2;x;1;9", "1;u;5;2;x;1;10", "1;v;5;2;x;1;9")
        let batch = try read([text, text])
        #expect(batch.summary.rows == 10)
        #expect(batch.summary.events == 3)
        #expect(batch.events.count == 3)
        #expect(batch.summary.skipped.map(\.count) == [5, 2])
        #expect(batch.summary.skipped.first?.reason == "repeats an earlier row")
    }

    @Test
    func `Ids are bytes: a leading zero or another spelling is another photo`() throws {
        let batch = try read([
            rows("007;u;5;2;x;1;9", "7;u;5;2;x;1;9", "é;u;5;2;x;1;9", "e\u{301};u;5;2;x;1;9")
        ])
        #expect(batch.events.count == 4)
    }

    @Test(arguments: [
        ("1;u;5;2;x;1;9\n1;u;soon;2;x;1;9\n", "invalidTime", 3, 5, "dateTaken"),
        ("1;u;5.0;2;x;1;9\n", "invalidTime", 2, 5, "dateTaken"),
        ("1;u;;2;x;1;9\n", "invalidTime", 2, 5, "dateTaken"),
        ("1;u;-;2;x;1;9\n", "invalidTime", 2, 5, "dateTaken"),
        ("1;u;9223372036854776;2;x;1;9\n", "invalidTime", 2, 5, "dateTaken"),
        ("1;u;9223372036854775808;2;x;1;9\n", "invalidTime", 2, 5, "dateTaken"),
        (";u;5;2;x;1;9\n", "invalidValue", 2, 1, "photoID"),
        ("1;\"\";5;2;x;1;9\n", "invalidValue", 2, 3, "userID"),
        ("1;u;5;;x;1;9\n", "invalidValue", 2, 7, "poiID"),
        ("1;u;5;2;x;1;\n", "invalidValue", 2, 13, "seqID"),
        ("1;u;5;2;x;1;a/b\n", "invalidValue", 2, 13, "seqID"),
        ("1;$u;5;2;x;1;9\n", "invalidStream", 2, 3, "userID"),
        ("1;u;5;4;x;1;9\n", "unknownPlace", 2, 7, "poiID"),
        ("1;u;5;2;x;1\n", "invalidCSV", 2, 1, nil),
        ("1;u;5;2;x;1;9;8\n", "invalidCSV", 2, 14, nil),
        ("1;u;5;2;\"x;1;9\n", "invalidCSV", 2, 9, nil),
    ])
    func `A bad row is refused with its place`(
        text: String, code: String, line: Int, column: Int, field: String?
    ) {
        let error = failure(Self.header + text, pois: Self.list)
        #expect(error?.code.description == code)
        #expect(error?.file == "visits-0.csv")
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error?.field == field)
    }

    @Test
    func `Users and photos beyond the limits are refused`() {
        let user = String(repeating: "u", count: LogLimits.streamBytes + 1)
        #expect(failure(rows("1;\(user);5;2;x;1;9"))?.code == .invalidStream)
        let photo = String(repeating: "1", count: Photo.maximumIDBytes + 1)
        #expect(failure(rows("\(photo);u;5;2;x;1;9"))?.field == "photoID")
        #expect(failure(rows("1;u;5;2;x;1;9"), prefix: "a/")?.field == "seqID")
    }

    @Test
    func `A missing column is named with those that are there`() {
        let error = failure("photoID;userID\n1;u\n")
        #expect(error?.code == .missingColumn)
        #expect(error?.field == "dateTaken")
        #expect(error?.accepted == ["photoID", "userID"])
        #expect(failure("")?.code == .invalidCSV)
    }

    @Test(arguments: [
        ("poiID;poiName;lat;long\n1;a;0;0\n1;b;0;0\n", "duplicatePlace", 3, 1),
        ("poiID;poiName;lat;long\n;a;0;0\n", "invalidValue", 2, 1),
        ("poiID;poiName;lat;long\n1;_;0;0\n", "invalidValue", 2, 3),
        ("poiID;poiName;lat;long\n1;%FF;0;0\n", "invalidValue", 2, 3),
        ("poiID;poiName;lat;long\n1;a;north;0\n", "invalidValue", 2, 5),
        ("poiID;poiName;lat;long\n1;a;90.5;0\n", "invalidValue", 2, 5),
        ("poiID;poiName;lat;long\n1;a;nan;0\n", "invalidValue", 2, 5),
        ("poiID;poiName;lat;long\n1;a;0;-181\n", "invalidValue", 2, 7),
        ("poiID;poiName;lat\n1;a;0\n", "missingColumn", 1, 1),
    ])
    func `A bad list of places is refused with its place`(
        list: String, code: String, line: Int, column: Int
    ) {
        let error = failure(rows("1;u;5;1;x;1;9"), pois: list)
        #expect(error?.code.description == code)
        #expect(error?.file == "pois.csv")
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test(arguments: [
        (header, true),
        ("\"seqID\",\"poiID\",\"poiTheme\",\"photoID\",\"userID\",\"dateTaken\"\r\n1,2", true),
        (list, false), ("{\"photoID\":1}", false), ("", false), ("photoID;userID;dateTaken;poiID\n", false),
    ])
    func `A table is recognised by its columns`(text: String, isRecognised: Bool) {
        let bytes = Array(text.utf8)
        let recognised = POIVisitFormat().recognises(bytes.span)
        #expect(recognised == isRecognised)
    }

    @Test(arguments: [
        ("a%20b", "a b"), ("100%", "100%"), ("%4", "%4"), ("%zz", "%zz"), ("%25%41", "%A"),
        ("%c5%8D", "\u{14D}"),
    ])
    func `Percent signs are decoded where two digits follow`(text: String, expected: String) {
        #expect(PercentEncoding.decode(text) == expected)
    }

    @Test
    func `A second import appends nothing`() throws {
        let log = MemoryLog()
        let batch = try read([rows("1;u;5;2;x;1;9", "2;u;4;2;x;1;9")], views: true)
        for _ in 0..<2 {
            for imported in batch { try log.append([imported.event], to: imported.stream) }
        }
        #expect(log.head().position == 4)
    }
}

import EventCoding
import EventLog
import Projections
import Testing
import TravelEvents
import TravelProjections

@Suite("1.5 Photo title and subtitle")
struct PhotoTextTests {
    @Test(
        "1.5 every row of the table",
        arguments: [
            ("A", "B", "A|B"), ("A", "", "A|"), ("A", nil, "A|"), ("", "B", "B|"), (nil, "B", "B|"),
            ("", "", "Unknown|"), (nil, nil, "Unknown|"), ("A", "A", "A|"), ("Unknown", "B", "Unknown|B"),
            (" ", "B", "B|"), ("  A ", "B", "  A |B"), (" ", "\u{3000}", "Unknown|"), ("A", " ", "A|"),
        ] as [(String?, String?, String)])
    func table(_ title: String?, _ description: String?, _ shown: String) throws {
        let event = try Act.view("p", title: title, description: description)
        let row = try #require(try Scenario.travel([event]).rows("recents").first)
        #expect("\(row.columns[0])|\(row.columns[1])" == shown)
    }

    @Test(
        "D1, D2, D3, D5 fields of another kind, missing, blank and null",
        arguments: [
            (#"{"id":"1","title":"t","farm":5}"#, "t|"), (#"{"id":1,"title":"t","farm":"5"}"#, "t|"),
            (#"{"id":"1","description":{"_content":"d"}}"#, "d|"),
            (#"{"id":"1","title":" ","description":"d"}"#, "d|"),
            (#"{"id":"1","title":null,"description":null,"tags":null,"place":null,"x":null}"#, "Unknown|"),
            (#"{"id":"1","title":{"_content":"t"},"description":{"_content":"d"}}"#, "t|d"),
        ])
    func shapes(_ json: String, _ shown: String) throws {
        let photo = try Photo.normalise(try SharedData.parse(json))
        let payload = try PhotoViewed.normalise(.fields(["photo": photo]))
        let scenario = try Scenario.travel([
            Act.raw(PhotoViewed.definition, subject: "1", payload)
        ])
        let row = try #require(try scenario.rows("recents").first)
        #expect("\(row.columns[0])|\(row.columns[1])" == shown)
        #expect(row.keyText == "1")
    }

    @Test("D1 a number and its digits give the same canonical event")
    func sameEvent() throws {
        let forms = [#"{"id":1,"farm":5,"latitude":"1.5"}"#, #"{"id":"1","farm":"5","latitude":1.5}"#]
        let events = try forms.map { try Photo.normalise(try SharedData.parse($0)).cbor }
        #expect(events[0] == events[1])
    }

    @Test("D5 unknown keys and nulls survive in the event and change no row")
    func unknownKeys() throws {
        let given = try SharedData.parse(#"{"id":"1","title":"t","views":"7","odd":null}"#)
        let photo = try Photo(given)
        #expect(photo.extra["views"] == .text("7"))
        #expect(photo.extra["odd"] == .null)
    }
}

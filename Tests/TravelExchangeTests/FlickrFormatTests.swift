import EventCoding
import EventLog
import Exchange
import Testing
import TravelEvents
import TravelExchange

struct FlickrFormatTests {
    private func read(_ texts: String..., stream: String? = nil) throws -> ImportBatch {
        var options = ImportOptions()
        if let stream { options.stream = try StreamName(stream) }
        let files = texts.enumerated().map {
            ImportFile(name: "\($0.offset).json", bytes: Array($0.element.utf8))
        }
        return try FlickrFormat().read(files, options: options)
    }

    private func failure(_ text: String) -> ExchangeError? {
        do {
            _ = try read(text)
            Issue.record("no error for \(text)")
        } catch let error as ExchangeError {
            return error
        } catch { Issue.record("\(error)") }
        return nil
    }

    private let favourites = """
        {"photos":{"photo":[
        {"id":"1","title":"late","date_faved":"1395161051"},{"id":"2","date_faved":1395161050},
        {"id":"3","date_faved":"1395161050"}]},"stat":"ok"}
        """

    @Test
    func `Favourites are viewed at their dates, in their order`() throws {
        let batch = try read(favourites)
        #expect(batch.map(\.event.subject) == ["2", "3", "1"])
        #expect(
            batch.map { $0.event.occurred?.milliseconds }
                == [1_395_161_050_000, 1_395_161_050_000, 1_395_161_051_000])
        for event in batch {
            #expect(event.event.type == PhotoViewed.definition.type)
            #expect(event.stream.text == "me")
            #expect(event.event.isImported)
        }
        #expect(batch.summary == ImportSummary(rows: 3, events: 3, streams: 1))
    }

    @Test
    func `Other photos keep their order and happen when they are imported`() throws {
        let batch = try read(
            #"{"photoset":{"id":"9","photo":[{"id":"2"},{"id":"1","date_faved":"5"}]}}"#,
            #"{"photo":{"id":"7"},"stat":"ok"}"#, stream: "bob")
        #expect(batch.map(\.event.subject) == ["2", "1", "7"])
        #expect(batch.map { $0.event.occurred?.milliseconds } == [nil, 5000, nil])
        #expect(batch.allSatisfy { $0.stream.text == "bob" })
    }

    @Test
    func `Top places are a request and its answer`() throws {
        let text = #"{"places":{"place":[{"_content":"Paris, France","photo_count":"3"}]},"stat":"ok"}"#
        let events = try read(text).events.map(\.event)
        try #require(events.count == 2)
        #expect(
            events.map(\.type) == [PlacesRefreshRequested.definition.type, PlacesRefreshed.definition.type])
        #expect(events[0].subject == events[1].subject)
        let payload = events[1].payload
        let refreshed = try PlacesRefreshed(cbor: payload.span)
        #expect(refreshed.places.count == 1)
    }

    @Test
    func `Ids come from stream and content, and nothing counts twice`() throws {
        let first = try read(favourites)
        #expect(try read(favourites).events == first.events)
        #expect(Set(first.map(\.event.id)).count == 3)
        let twice = try read(favourites, favourites)
        #expect(twice.events == first.events)
        #expect(twice.summary.skipped == [.init(reason: "repeats an earlier photo or list", count: 3)])
        let other = try read(favourites, stream: "bob")
        #expect(Set(other.map(\.event.id)).isDisjoint(with: first.map(\.event.id)))
    }

    @Test
    func `What cannot be taken is refused with its place`() throws {
        #expect(failure(#"{"stat":"fail","code":1,"message":"no"}"#)?.code == .responseFailed)
        #expect(failure("{}")?.code == .unexpectedResponse)
        #expect(failure("{")?.code == .invalidJSON)
        let time = try #require(
            failure("{\"photos\":{\"photo\":[{\"id\":\"1\"},\n {\"id\":\"2\",\"date_faved\":\"x\"}]}}"))
        #expect(time.code == .invalidTime)
        #expect(time.file == "0.json")
        #expect(time.line == 2)
        #expect(time.column == 25)
        let id = try #require(failure("{\"photos\":{\"photo\":[{\"id\":\"1\"},\n {\"id\":\"\"}]}}"))
        #expect(id.code == .invalidPayload)
        #expect(id.line == 2)
    }

    @Test
    func `It is recognised by its first key`() {
        for (text, expected) in [
            (#"{ "photos": {"#, true), (#"{"places":{}}"#, true), ("\n{\n\"stat\" : \"ok\"", true),
            (#"{"type":"photo.viewed"}"#, false), (#"{"kind":"header"}"#, false), ("photos", false),
            ("", false),
            (#"[{"photos":1}]"#, false),
        ] {
            let bytes = Array(text.utf8)
            let isRecognised = FlickrFormat().recognises(bytes.span)
            #expect(isRecognised == expected, "\(text)")
        }
    }
}

import EventCoding
import EventLog
import Exchange
import StrictJSON
import Testing

struct EventLineReaderTests {
    private func read(_ text: String) throws -> EventLines {
        var reader = EventLineReader(catalogue: try SampleModel.catalogue())
        let bytes = Array(text.utf8)
        return try reader.read(bytes.span)
    }

    private func failure(_ text: String) throws -> ExchangeError {
        do {
            _ = try read(text)
        } catch let error as ExchangeError {
            return error
        }
        Issue.record("no error for \(text.prefix(200))")
        return ExchangeError(.wrongKind, "none")
    }

    private let note = #"{"type":"note.written","data":{"name":"n"}}"#

    @Test
    func `A whole line becomes an event`() throws {
        let line = """
            {"type":"note.written","id":"019CAE0A-7610-7abc-8def-0123456789ab","stream":"alice",\
            "occurred":"2026-03-02T11:14:06.880+01:00","subject":"n","schema_version":2,\
            "metadata":{"device":"phone","app":"x"},"data":{"words":["a","b"],"name":"n","weight":3}}
            """
        let lines = try read(line + "\n").lines
        try #require(lines.count == 1)
        let event = lines[0].event
        #expect(lines[0].line == 1)
        #expect(lines[0].stream?.text == "alice")
        #expect(event.type == "note.written")
        #expect(event.schemaVersion == 2)
        #expect(event.subject == "n")
        #expect(event.id?.description == "019cae0a-7610-7abc-8def-0123456789ab")
        #expect(event.occurred == Timestamp(milliseconds: 1_772_446_446_880, zoneMinutes: 60))
        #expect(!event.isImported)
        #expect(try event.payloadJSON() == #"{"name":"n","words":["a","b"],"weight":3}"#)
        #expect(try event.metadataJSON() == #"{"app":"x","device":"phone"}"#)
    }

    @Test
    func `What is missing is filled in or left to the log`() throws {
        let lines = try read(note + "\n" + #"{"type":"bell.rung","data":{},"id":null,"stream":null}"#)
        try #require(lines.lines.count == 2)
        #expect(lines.lines[0].event.subject == "n")
        #expect(lines.lines[0].event.schemaVersion == 2)
        #expect(lines.lines[0].event.id == nil)
        #expect(lines.lines[0].event.occurred == nil)
        #expect(lines.lines[0].event.metadata.isEmpty)
        #expect(lines.lines[0].stream == nil)
        #expect(lines.lines[1].event.subject.isEmpty)
        #expect(lines.withoutID == 2)
    }

    @Test
    func `A type without a subject of its own takes the one given`() throws {
        let lines = try read(#"{"type":"bell.rung","data":{},"subject":"tower"}"#).lines
        #expect(lines.first?.event.subject == "tower")
    }

    @Test
    func `Blank lines and both line ends are accepted`() throws {
        let lines = try read("\n \t\r\n\(note)\r\n\r\n\(note)").lines
        #expect(lines.map(\.line) == [3, 5])
        #expect(try read("").lines.isEmpty)
        #expect(try read("\n\r\n").lines.isEmpty)
    }

    @Test
    func `Older payloads are brought to the current version`() throws {
        let lines = try read(#"{"type":"note.written","schema_version":1,"data":{"title":"old"}}"#).lines
        let event = try #require(lines.first?.event)
        #expect(event.schemaVersion == 2)
        #expect(event.subject == "old")
        #expect(try event.payloadJSON() == #"{"name":"old"}"#)
    }

    @Test
    func `A leap second counts as the second before and is counted`() throws {
        let lines = try read(#"{"type":"bell.rung","data":{},"occurred":"2016-12-31T23:59:60Z"}"#)
        #expect(lines.lines.first?.event.occurred?.rfc3339UTC == "2016-12-31T23:59:59.000Z")
        #expect(lines.leapSeconds == 1)
        #expect(try read(note).leapSeconds == 0)
    }

    @Test(arguments: [
        (#"{"type":"note.written","data":{"name":""}}"#, "invalidPayload", "data.name", 39),
        (#"{"type":"note.written","data":{}}"#, "invalidPayload", "data.name", 31),
        (
            #"{"type":"note.written","data":{"words":["a", 7],"name":"n"}}"#, "invalidPayload",
            "data.words[1]", 46
        ),
        (#"{"type":"note.written","data":{"weight":1.5,"name":"n"}}"#, "invalidPayload", "data.weight", 41),
        (#"{"type":"note.written","data":[]}"#, "invalidPayload", "data", 31),
        (#"{"type":"note.written"}"#, "missingKey", nil, 1),
        (#"{"data":{}}"#, "missingKey", nil, 1),
        (#"{"type":"note.writen","data":{}}"#, "unknownType", "type", 9),
        (#"{"type":"","data":{}}"#, "unknownType", "type", 9),
        (#"{"type":7,"data":{}}"#, "wrongKind", "type", 9),
        (#"{"é":1, "type":"bell.rung","data":{}}"#, "unknownKey", "é", 2),
        (#"{"\u0065":"é","type":"bell.rung","data":{}}"#, "unknownKey", "e", 2),
        (#"{"type":"bell.rung","data":{},"position":4}"#, "unknownKey", "position", 31),
        (#"{"type":"bell.rung","data":{},"id":"7"}"#, "invalidID", "id", 36),
        (#"{"type":"bell.rung","data":{},"id":7}"#, "wrongKind", "id", 36),
        (#"{"type":"bell.rung","data":{},"occurred":"2026-03-02T11:14:06"}"#, "invalidTime", "occurred", 42),
        (#"{"type":"bell.rung","data":{},"occurred":"2026-02-30T11:14:06Z"}"#, "invalidTime", "occurred", 42),
        (#"{"type":"bell.rung","data":{},"stream":""}"#, "invalidStream", "stream", 40),
        (#"{"type":"bell.rung","data":{},"stream":"$log"}"#, "invalidStream", "stream", 40),
        (#"{"type":"bell.rung","data":{},"metadata":[]}"#, "wrongKind", "metadata", 42),
        (#"{"type":"bell.rung","data":{},"schema_version":0}"#, "wrongKind", "schema_version", 48),
        (#"{"type":"bell.rung","data":{},"schema_version":2}"#, "unsupportedVersion", "schema_version", 48),
        (#"{"type":"note.written","data":{"name":"n"},"subject":"m"}"#, "invalidSubject", "subject", 54),
        ("[]", "wrongKind", nil, 1),
    ])
    func `A bad line is refused with its place`(
        text: String, code: String, field: String?, column: Int
    ) throws {
        let error = try failure(note + "\r\n\n" + text)
        #expect(error.code.description == code)
        #expect(error.field == field)
        #expect(error.line == 3)
        #expect(error.column == column)
        #expect(error.description.hasPrefix("line 3, column \(column): "))
    }

    @Test
    func `Unknown types and keys come with what is accepted`() throws {
        #expect(try failure(#"{"type":"x","data":{}}"#).accepted == ["bell.rung", "note.written"])
        #expect(try failure(#"{"type":"bell.rung","data":{},"x":1}"#).accepted.first == "type")
    }

    @Test
    func `Broken JSON is refused with the place of the fault`() throws {
        let error = try failure(note + "\n{\"type\":\"bell.rung\",\"data\":{},}\n")
        #expect(error.code == .invalidJSON)
        #expect(error.json?.code == .trailingComma)
        #expect(error.line == 2)
        #expect(error.column == 30)
        #expect(error.json?.line == 2)
        #expect(
            try failure(#"{"type":"bell.rung","type":"bell.rung","data":{}}"#).json?.code == .duplicateKey)
        #expect(try failure(note + note).json?.code == .trailingText)
    }

    @Test
    func `An id that stands twice is refused with both lines`() throws {
        let line = #"{"type":"bell.rung","data":{},"id":"019cae0a-7610-7abc-8def-0123456789ab"}"#
        let error = try failure("\(line)\n\n\(line)\n")
        #expect(error.code == .duplicateID)
        #expect(error.line == 3)
        #expect(error.message.hasSuffix("stands in line 1 already"))
    }

    @Test
    func `What is too large is refused with the limit`() throws {
        let long = String(repeating: "x", count: EventLineReader.maximumLineBytes)
        let line = try failure("\n{\"type\":\"\(long)\"}")
        #expect(line.code == .tooLarge)
        #expect(line.line == 2)
        #expect(line.message.contains("4194304"))
        let payload = String(repeating: "x", count: LogLimits.payloadBytes)
        #expect(
            try failure(#"{"type":"note.written","data":{"name":"n","words":["\#(payload)"]}}"#).code
                == .tooLarge)
        let metadata = String(repeating: "x", count: LogLimits.metadataBytes)
        let refused = try failure(#"{"type":"bell.rung","data":{},"metadata":{"x":"\#(metadata)"}}"#)
        #expect(refused.code == .tooLarge)
        #expect(refused.field == "metadata")
        let subject = String(repeating: "x", count: LogLimits.subjectBytes + 1)
        #expect(try failure(#"{"type":"note.written","data":{"name":"\#(subject)"}}"#).field == "data.name")
        #expect(try failure(#"{"type":"bell.rung","data":{},"subject":"\#(subject)"}"#).field == "subject")
    }

    @Test
    func `Nesting beyond what can be stored is refused`() throws {
        let deep = String(repeating: "[", count: 63) + String(repeating: "]", count: 63)
        #expect(try failure(#"{"type":"bell.rung","data":{"x":\#(deep)}}"#).code == .invalidJSON)
    }

    @Test
    func `What is read can be appended`() throws {
        let log = MemoryLog()
        let lines = try read(note + "\n" + #"{"type":"bell.rung","data":{"extra":1}}"#)
        let receipt = try log.append(lines.lines.map(\.event), to: StreamName("me"))
        #expect(receipt.positions == [1, 2])
    }
}

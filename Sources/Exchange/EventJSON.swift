public import Digest
public import EventCoding
public import EventLog

/// Writes what stands in a log as JSON objects, one for each place.
///
/// Times are in UTC with the zone beside them; a time outside the years 0000 - 9999 is its signed count of
/// milliseconds as a text. Positions and revisions above 2^53, which many readers of JSON cannot hold, are texts.
public struct EventJSON: Sendable {
    /// What an object holds.
    public enum Form: Hashable, Sendable {
        /// What a reader of a log wants: the payload in its current form.
        case log
        /// All that a copy of the event needs: the payload as stored, the salt, and where the id is from.
        case export
    }

    /// The largest whole number that is written as a number.
    public static let largestNumber: UInt64 = 1 << 53

    /// What the objects hold.
    public let form: Form

    /// A writer of objects of one form.
    public init(_ form: Form = .log) { self.form = form }

    /// Writes an event as one object, without the end of a line.
    ///
    /// - Parameters:
    ///   - event: The event, upcast already where that is wanted.
    ///   - leaf: Its leaf in the log's tree, or nil to leave it out.
    ///   - json: Where the object is written.
    ///   - more: Writes further keys at the end of the object.
    public func write(
        _ event: borrowing Event, leaf: SHA256Digest? = nil, into json: inout JSONWriter,
        more: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.beginObject()
        json.member("kind", "event")
        json.member("position", count: event.position)
        json.key("stream")
        json.string(event.streamName)
        if form == .export {
            json.key("stream_number")
            json.unsigned(UInt64(event.streamNumber))
        }
        json.member("revision", count: event.revision)
        json.member("id", event.id.description)
        if form == .export { writeFlags(event.flags, into: &json) }
        json.key("type")
        json.string(event.typeName)
        json.key("schema_version")
        json.unsigned(UInt64(form == .export ? event.storedSchemaVersion : event.schemaVersion))
        json.key("subject")
        json.string(event.subject)
        writeTimes(event, into: &json)
        writeBatch(event.batchIndex, of: event.batchSize, into: &json)
        writeContent(event, into: &json)
        if let leaf { json.member("leaf", leaf.hex) }
        more(&json)
        json.endObject()
    }

    private func writeTimes(_ event: borrowing Event, into json: inout JSONWriter) {
        let occurred = event.occurred
        json.member("occurred", occurred.rfc3339UTC)
        json.key("zone")
        json.integer(Int64(occurred.zoneMinutes))
        json.member("recorded", Timestamp(milliseconds: event.recorded).rfc3339UTC)
        json.member("clock", Timestamp(milliseconds: event.clock).rfc3339UTC)
    }

    private func writeFlags(_ flags: RecordFlags, into json: inout JSONWriter) {
        json.member("generated", flags.contains(.generatedID))
        json.member("imported", flags.contains(.imported))
        if flags.contains(.salvaged) { json.member("salvaged", true) }
    }

    private func writeBatch(_ index: UInt32, of size: UInt32, into json: inout JSONWriter) {
        json.key("batch")
        json.beginObject()
        json.key("index")
        json.unsigned(UInt64(index))
        json.key("size")
        json.unsigned(UInt64(size))
        json.endObject()
    }

    private func writeContent(_ event: borrowing Event, into json: inout JSONWriter) {
        json.key("metadata")
        if event.metadata.isEmpty {
            json.beginObject()
            json.endObject()
        } else {
            json.write(CBORView(trusted: event.metadata))
        }
        json.key("data")
        json.write(form == .export ? CBORView(trusted: event.storedPayload) : event.fields)
        if form == .export { json.member("salt", Self.hex(event.salt)) }
    }

    private static func hex(_ bytes: Span<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for index in bytes.indices {
            text.append(digits[Int(bytes[index] >> 4)])
            text.append(digits[Int(bytes[index] & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension EventJSON {
    /// Writes what is left of an erased event as one object, without the end of a line.
    public func write(
        _ event: borrowing WithheldEvent, leaf: SHA256Digest? = nil, into json: inout JSONWriter
    ) {
        json.beginObject()
        json.member("kind", "withheld")
        json.member("position", count: event.position)
        json.key("stream_number")
        json.unsigned(UInt64(event.streamNumber))
        json.member("revision", count: event.revision)
        if form == .export {
            json.member("id", event.id.description)
            writeFlags(event.flags, into: &json)
        }
        json.member("type", event.typeText)
        if form == .export {
            json.key("schema_version")
            json.unsigned(UInt64(event.storedSchemaVersion))
        }
        json.member("recorded", Timestamp(milliseconds: event.recorded).rfc3339UTC)
        if form == .export {
            json.member("clock", Timestamp(milliseconds: event.clock).rfc3339UTC)
            writeBatch(event.batchIndex, of: event.batchSize, into: &json)
            json.member("withheld", event.innerDigest.hex)
        }
        if let leaf { json.member("leaf", leaf.hex) }
        json.endObject()
    }

    /// Writes positions that hold nothing as one object, without the end of a line.
    public func write(
        missing range: ClosedRange<UInt64>, reason: MissingReason, into json: inout JSONWriter
    ) {
        json.beginObject()
        json.member("kind", "missing")
        json.member("first", count: range.lowerBound)
        json.member("last", count: range.upperBound)
        json.member("reason", reason.rawValue)
        json.endObject()
    }

    /// Writes a position whose bytes cannot be believed as one object, without the end of a line.
    public func write(
        unreadable position: UInt64, why: RecordFault, into json: inout JSONWriter
    ) {
        json.beginObject()
        json.member("kind", "unreadable")
        json.member("position", count: position)
        json.member("reason", why.reason.rawValue)
        json.member("message", why.description)
        json.key("offset")
        json.integer(Int64(why.offset))
        json.endObject()
    }
}

extension JSONWriter {
    mutating func member(_ name: String, _ text: String) {
        key(name)
        string(text)
    }

    mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes a count, as a text where it is too large for many readers.
    mutating func member(_ name: String, count: UInt64) {
        key(name)
        if count > EventJSON.largestNumber { string(String(count)) } else { unsigned(count) }
    }
}

import EventCoding
import EventLog

/// Makes events of JSON objects that were parsed already.
struct EventLineDecoder {
    /// The keys of a line, in the order in which they are told.
    static let keys = [
        "type", "data", "id", "occurred", "subject", "stream", "schema_version", "metadata",
    ]

    /// The key that says behind which event a line's event is thought to stand.
    static let placeKey = "after"

    let catalogue: EventCatalogue
    /// Whether lines say where their events are thought to stand.
    var takesPlaces = false

    /// The event that `value` states.
    func decode(_ value: PayloadValue, line: Int) throws(LineFault) -> EventLine {
        guard case .map(let map) = value else {
            throw LineFault(.wrongKind, "the line is not a JSON object")
        }
        try checkKeys(map)
        let definition = try definition(map)
        let payload = try payload(map, of: definition)
        let occurred = try occurred(map)
        let event = ProposedEvent(
            type: definition.type, schemaVersion: definition.version,
            subject: try subject(map, of: definition, payload: payload), payload: payload,
            occurred: occurred?.timestamp, id: try id(map), metadata: try metadata(map))
        return EventLine(
            line: line, stream: try stream(map), event: event,
            hasLeapSecond: occurred?.isLeapSecond ?? false, after: try place(map))
    }

    private func place(_ map: PayloadMap) throws(LineFault) -> UInt64? {
        guard takesPlaces else { return nil }
        let key = Self.placeKey
        guard let value = value(map, key) else {
            throw LineFault(
                .missingKey, "the line does not say after which position its event is thought to stand",
                accepted: [key])
        }
        guard let number = value.integer, number >= 0 else {
            throw LineFault(.wrongKind, "after is not a position, a whole number from 0", at: key)
        }
        return UInt64(number)
    }

    private func checkKeys(_ map: PayloadMap) throws(LineFault) {
        for entry in map.entries where !isKnown(entry.key) {
            throw LineFault(
                .unknownKey,
                "the line has a key that means nothing here; accepted are " + keys.joined(separator: ", "),
                at: Self.isPlain(entry.key) ? entry.key : "", isAboutKey: true, accepted: keys)
        }
    }

    private var keys: [String] { takesPlaces ? Self.keys + [Self.placeKey] : Self.keys }

    private func isKnown(_ key: String) -> Bool {
        let length = key.utf8.count
        return keys.contains { $0.utf8.count == length && $0.utf8.elementsEqual(key.utf8) }
    }

    /// Whether a path can name the key.
    private static func isPlain(_ key: String) -> Bool {
        !key.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
    }

    private func definition(_ map: PayloadMap) throws(LineFault) -> EventDefinition {
        let key = "type"
        guard let name = try text(map, key) else {
            throw LineFault(.missingKey, "the line has no type", accepted: catalogue.types.map(\.name))
        }
        let type: EventType
        do throws(EventTypeError) {
            type = try EventType(validating: name)
        } catch {
            throw LineFault(.unknownType, error.description, at: key, accepted: catalogue.types.map(\.name))
        }
        guard let definition = catalogue.definition(of: type) else {
            throw LineFault(
                .unknownType, "there is no event type \"\(type)\"", at: key,
                accepted: catalogue.types.map(\.name))
        }
        return definition
    }

    /// The payload in its stored form and current version.
    private func payload(
        _ map: PayloadMap, of definition: EventDefinition
    ) throws(LineFault) -> [UInt8] {
        let key = "data"
        guard let value = value(map, key) else { throw LineFault(.missingKey, "the line has no data") }
        let current = try upcast(value, version: try version(map, of: definition), of: definition)
        let payload: [UInt8]
        do throws(FieldError) {
            payload = try definition.normalise(current).cbor
        } catch {
            let inside = error.inside(key)
            throw LineFault(.invalidPayload, inside.description, at: inside.path)
        }
        return try limited(payload, key, to: LogLimits.payloadBytes)
    }

    private func version(
        _ map: PayloadMap, of definition: EventDefinition
    ) throws(LineFault) -> UInt16 {
        let key = "schema_version"
        guard let value = value(map, key) else { return definition.version }
        guard let number = value.integer, let version = UInt16(exactly: number), version >= 1 else {
            throw LineFault(.wrongKind, "schema_version is not a whole number from 1", at: key)
        }
        guard version <= definition.version else {
            throw LineFault(
                .unsupportedVersion,
                "\(definition.type) is known up to schema version \(definition.version)", at: key)
        }
        return version
    }

    private func upcast(
        _ value: PayloadValue, version: UInt16, of definition: EventDefinition
    ) throws(LineFault) -> PayloadValue {
        if version == definition.version { return value }
        do {
            var scratch: [UInt8] = []
            let stored = try value.encoded()
            let outcome = catalogue.current(
                definition.type, version: version, payload: stored.span, into: &scratch)
            if case .upcast = outcome { return try PayloadValue(cbor: scratch.span) }
        } catch {
            throw LineFault(.invalidPayload, "data cannot be stored: \(error)", at: "data")
        }
        throw LineFault(
            .unsupportedVersion,
            "data of schema version \(version) cannot be brought to version \(definition.version)", at: "data"
        )
    }

    private func subject(
        _ map: PayloadMap, of definition: EventDefinition, payload: [UInt8]
    ) throws(LineFault) -> String {
        let key = "subject"
        let given = try text(map, key)
        if let given, given.utf8.count > LogLimits.subjectBytes { throw tooLong(key, LogLimits.subjectBytes) }
        guard let path = definition.subjectPath,
            let stated = CBORView(trusted: payload.span).value(at: path)?.string
        else { return given ?? "" }
        guard given == nil || given?.utf8.elementsEqual(stated.utf8) == true else {
            throw LineFault(.invalidSubject, "subject is not the value of data.\(path)", at: key)
        }
        if stated.utf8.count > LogLimits.subjectBytes {
            throw tooLong("data.\(path)", LogLimits.subjectBytes)
        }
        return stated
    }

    private func occurred(_ map: PayloadMap) throws(LineFault) -> Timestamp.Parsed? {
        let key = "occurred"
        guard let text = try text(map, key) else { return nil }
        do throws(TimestampError) {
            return try Timestamp.parse(rfc3339: text)
        } catch {
            throw LineFault(.invalidTime, "occurred: \(error)", at: key)
        }
    }

    private func id(_ map: PayloadMap) throws(LineFault) -> EventID? {
        let key = "id"
        guard let text = try text(map, key) else { return nil }
        guard let id = EventID(uuid: text) else {
            throw LineFault(
                .invalidID, "id is not a UUID: 32 hexadecimal digits, with or without hyphens", at: key)
        }
        return id
    }

    private func stream(_ map: PayloadMap) throws(LineFault) -> StreamName? {
        let key = "stream"
        guard let text = try text(map, key) else { return nil }
        let name: StreamName
        do throws(LogError) { name = try StreamName(text) } catch {
            throw LineFault(.invalidStream, error.message, at: key)
        }
        if name.isReserved {
            throw LineFault(.invalidStream, "streams that begin with $ belong to the log itself", at: key)
        }
        return name
    }

    private func metadata(_ map: PayloadMap) throws(LineFault) -> [UInt8] {
        let key = "metadata"
        guard let value = value(map, key) else { return [] }
        guard case .map(let entries) = value else {
            throw LineFault(.wrongKind, "metadata is not a JSON object", at: key)
        }
        if entries.isEmpty { return [] }
        let bytes: [UInt8]
        do throws(CBORError) { bytes = try value.encoded() } catch {
            throw LineFault(.invalidMetadata, "metadata cannot be stored: \(error)", at: key)
        }
        return try limited(bytes, key, to: LogLimits.metadataBytes)
    }

    private func value(_ map: PayloadMap, _ key: String) -> PayloadValue? {
        guard let value = map[key], !value.isNull else { return nil }
        return value
    }

    private func text(_ map: PayloadMap, _ key: String) throws(LineFault) -> String? {
        guard let value = value(map, key) else { return nil }
        guard case .text(let text) = value else {
            throw LineFault(.wrongKind, "\(key) is not a text", at: key)
        }
        return text
    }

    private func limited(_ bytes: [UInt8], _ key: String, to limit: Int) throws(LineFault) -> [UInt8] {
        guard bytes.count <= limit else {
            throw LineFault(
                .tooLarge, "\(key) takes \(bytes.count) bytes in the log; at most \(limit) are accepted",
                at: key)
        }
        return bytes
    }

    private func tooLong(_ field: String, _ limit: Int) -> LineFault {
        LineFault(.tooLarge, "\(field) is longer than \(limit) bytes", at: field)
    }
}

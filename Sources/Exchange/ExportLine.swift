import Digest
import EventCoding
import EventLog

/// One line of an export, its fields read.
enum ExportLine {
    case header(ExportHeader)
    case event(RestoredEvent, leaf: SHA256Digest?)
    case withheld(RestoredStub, leaf: SHA256Digest?)
    case missing(ClosedRange<UInt64>, MissingReason)
    case end(ExportEnd)
}

/// The last line of an export.
struct ExportEnd {
    /// Events and withheld events.
    let count: UInt64
    /// The last position of the log.
    let position: UInt64
    /// The root of its tree.
    let root: SHA256Digest
    /// Whether everything that the log should hold could be read.
    let isComplete: Bool
}

extension ExportLine {
    static let kinds = ["header", "event", "withheld", "missing", "end"]

    /// Reads a line.
    ///
    /// - Parameter logID: The id that the record at a position carries; an export names it once, in its header.
    init(_ value: PayloadValue, logID: (UInt64) -> LogID) throws(LineFault) {
        guard case .map(let map) = value else {
            throw LineFault(.wrongKind, "the line is not a JSON object")
        }
        guard case .text(let kind)? = map["kind"] else {
            throw LineFault(.unknownKind, "the line does not say of what kind it is", accepted: Self.kinds)
        }
        switch kind {
        case "header": self = .header(try ExportHeader(value))
        case "event": self = try Self.event(value, logID)
        case "withheld": self = try Self.withheld(value, logID)
        case "missing": self = try Self.missing(value)
        case "end": self = .end(try ExportEnd(value))
        default:
            throw LineFault(
                .unknownKind, "no line of an export is of this kind", at: "kind", accepted: Self.kinds)
        }
    }

    // MARK: Events

    static let eventKeys = [
        "kind", "position", "stream", "stream_number", "revision", "id", "generated", "imported", "salvaged",
        "type", "schema_version", "subject", "occurred", "zone", "recorded", "clock", "batch", "metadata",
        "data", "salt", "leaf",
    ]

    private static func event(
        _ value: PayloadValue, _ logID: (UInt64) -> LogID
    ) throws(LineFault) -> ExportLine {
        let fields = try ExportFields(value, accepting: eventKeys)
        let kept = try kept(fields, logID)
        let event = RestoredEvent(
            kept: kept, flags: try flags(fields), stream: try fields.stream("stream"),
            salt: try fields.salt("salt"),
            occurred: Timestamp(
                milliseconds: try fields.time("occurred"),
                zoneMinutes: try fields.number("zone", Int16.min...Int16.max)),
            subject: try fields.text("subject"), metadata: try metadata(fields),
            payload: try fields.encoded("data"))
        return .event(event, leaf: try leaf(fields))
    }

    private static func kept(
        _ fields: ExportFields, _ logID: (UInt64) -> LogID
    ) throws(LineFault) -> KeptPart {
        let position = try fields.count("position")
        guard position >= 1 else { throw fields.fault("position", "counts from 1") }
        let batch = try fields.fields("batch", accepting: ["index", "size"])
        return KeptPart(
            logID: logID(position), position: position,
            streamNumber: try fields.number("stream_number", 1...UInt32.max),
            revision: try fields.count("revision"), id: try fields.id("id"),
            recorded: try fields.time("recorded"), clock: try fields.time("clock"),
            batchIndex: try batch.number("index", 0...UInt32.max),
            batchSize: try batch.number("size", 1...UInt32.max), type: try fields.type("type"),
            schemaVersion: try fields.number("schema_version", 1...UInt16.max))
    }

    private static func flags(_ fields: ExportFields) throws(LineFault) -> RecordFlags {
        var flags: RecordFlags = []
        if try fields.flag("generated") { flags.insert(.generatedID) }
        if try fields.flag("imported") { flags.insert(.imported) }
        if try fields.flag("salvaged", isOptional: true) { flags.insert(.salvaged) }
        return flags
    }

    private static func metadata(_ fields: ExportFields) throws(LineFault) -> [UInt8] {
        guard case .map(let map) = try fields.value("metadata") else {
            throw fields.fault("metadata", "is not a JSON object", .wrongKind)
        }
        return map.isEmpty ? [] : try fields.encoded("metadata")
    }

    private static func leaf(_ fields: ExportFields) throws(LineFault) -> SHA256Digest? {
        fields.has("leaf") ? try fields.digest("leaf") : nil
    }

    // MARK: What is no event

    private static let withheldKeys = [
        "kind", "position", "stream_number", "revision", "id", "generated", "imported", "salvaged", "type",
        "schema_version", "recorded", "clock", "batch", "withheld", "leaf",
    ]

    private static func withheld(
        _ value: PayloadValue, _ logID: (UInt64) -> LogID
    ) throws(LineFault) -> ExportLine {
        let fields = try ExportFields(value, accepting: withheldKeys)
        let stub = RestoredStub(
            kept: try kept(fields, logID), flags: try flags(fields),
            innerDigest: try fields.digest("withheld"))
        return .withheld(stub, leaf: try leaf(fields))
    }

    private static func missing(_ value: PayloadValue) throws(LineFault) -> ExportLine {
        let fields = try ExportFields(value, accepting: ["kind", "first", "last", "reason"])
        let (first, last) = (try fields.count("first"), try fields.count("last"))
        guard first >= 1, first <= last else {
            throw fields.fault("last", "lies before first", .misplaced)
        }
        guard let reason = MissingReason(rawValue: try fields.text("reason")) else {
            throw fields.fault("reason", "is no reason that is known")
        }
        return .missing(first...last, reason)
    }
}

extension ExportEnd {
    fileprivate init(_ value: PayloadValue) throws(LineFault) {
        let fields = try ExportFields(value, accepting: ["kind", "count", "head", "complete", "format"])
        count = try fields.count("count")
        isComplete = try fields.flag("complete")
        try fields.checkFormat()
        let parts = try fields.text("head").split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let position = UInt64(parts[0]),
            let root = SHA256Digest(hex: String(parts[1])),
            try fields.text("head").utf8.elementsEqual("\(position):\(root.hex)".utf8)
        else { throw fields.fault("head", "is not POSITION:ROOT") }
        (self.position, self.root) = (position, root)
    }
}

extension ExportFields {
    /// Checks the version of the format.
    func checkFormat() throws(LineFault) {
        let format: Int64 = try number("format", 1...Int64.max)
        guard format <= ExportHeader.format else {
            throw fault(
                "format", "is \(format); this build knows formats up to \(ExportHeader.format)",
                .unsupportedFormat)
        }
    }
}

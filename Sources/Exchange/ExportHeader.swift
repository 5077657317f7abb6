import Digest
import EventCoding
public import EventLog

/// The first line of an export: which log it is taken from, and what of it.
public struct ExportHeader: Sendable {
    /// The version of the format that this build writes.
    public static let format: Int64 = 1

    /// Who the log is.
    public let identity: LogIdentity
    /// The positions that the export covers; nil for an empty log.
    public let range: ClosedRange<UInt64>?
    /// Whether the log goes on before or after that range.
    public let isPartial: Bool
    /// What selects events inside the range; nil where all are taken along.
    public let filter: ExportFilter?

    /// A header.
    package init(
        identity: LogIdentity, range: ClosedRange<UInt64>?, isPartial: Bool, filter: ExportFilter?
    ) {
        self.identity = identity
        self.range = range
        self.isPartial = isPartial
        self.filter = filter
    }

    /// Whether positions of the log may be left out.
    public var isSelective: Bool { isPartial || filter != nil }

    /// Whether a file that begins with `prefix` is an export.
    ///
    /// - Parameter prefix: The first bytes of a file; 64 are enough where there are so many.
    public static func leads(_ prefix: Span<UInt8>) -> Bool {
        let wanted = Array(#"{"kind":"header","#.utf8)
        var matched = 0
        for index in prefix.indices {
            let byte = prefix[index]
            if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { continue }
            guard byte == wanted[matched] else { return false }
            matched += 1
            if matched == wanted.count { return true }
        }
        return false
    }
}

/// What selects the events of an export, as it was asked for.
public struct ExportFilter: Hashable, Sendable {
    /// The only stream; nil for all.
    public let stream: String?
    /// The only event types; nil for all.
    public let types: [String]?
    /// The condition; nil for none.
    public let condition: String?

    package init(stream: String?, types: [String]?, condition: String?) {
        self.stream = stream
        self.types = types
        self.condition = condition
    }
}

// MARK: Writing

extension ExportHeader {
    /// Writes the line without its end.
    func write(into json: inout JSONWriter) {
        json.beginObject()
        json.member("kind", "header")
        json.key("format")
        json.integer(Self.format)
        json.member("log_id", identity.logID.hex)
        json.member("created", Timestamp(milliseconds: identity.created).rfc3339UTC)
        json.key("epochs")
        Self.write(identity.epochs, into: &json)
        json.member("first", optionalCount: range?.lowerBound)
        json.member("last", optionalCount: range?.upperBound)
        if isPartial { json.member("partial", true) }
        if let filter { write(filter, into: &json) }
        if let origin = identity.origin { write(origin, into: &json) }
        json.endObject()
    }

    private static func write(_ epochs: [LogIdentity.Epoch], into json: inout JSONWriter) {
        json.beginArray()
        for epoch in epochs {
            json.beginObject()
            json.member("log_id", epoch.logID.hex)
            json.member("first", count: epoch.firstPosition)
            json.member("root", epoch.root.hex)
            json.endObject()
        }
        json.endArray()
    }

    private func write(_ filter: ExportFilter, into json: inout JSONWriter) {
        json.member("filtered", true)
        json.key("filter")
        json.beginObject()
        if let stream = filter.stream { json.member("stream", stream) }
        if let types = filter.types {
            json.key("types")
            json.beginArray()
            for type in types { json.string(type) }
            json.endArray()
        }
        if let condition = filter.condition { json.member("where", condition) }
        json.endObject()
    }

    private func write(_ origin: LogOrigin, into json: inout JSONWriter) {
        json.key("origin")
        json.beginObject()
        json.member("log_id", origin.logID.hex)
        json.member("last", count: origin.position)
        if let root = origin.root { json.member("root", root.hex) }
        json.key("epochs")
        Self.write(origin.epochs, into: &json)
        json.member("records_through", count: origin.recordsThrough)
        json.key("traits")
        json.beginArray()
        for name in origin.traits.names { json.string(name) }
        json.endArray()
        json.endObject()
    }
}

extension JSONWriter {
    /// Writes a count, or null.
    mutating func member(_ name: String, optionalCount count: UInt64?) {
        if let count { return member(name, count: count) }
        key(name)
        null()
    }
}

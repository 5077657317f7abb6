/// How much an event matters to somebody who reads a log.
public enum EventImportance: Int, Comparable, Hashable, Sendable {
    case low
    case normal
    case high

    /// Whether `left` matters less.
    public static func < (left: EventImportance, right: EventImportance) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Everything the generic code knows about an event type; the fields are those that the payload's type states.
public struct EventDefinition: Sendable {
    /// The type's name.
    public let type: EventType

    /// The schema version that is written today, from 1.
    public let version: UInt16

    /// What the event means, as a sentence.
    public let summary: String

    /// How much it matters to a reader.
    public let importance: EventImportance

    /// The fields, each record's before those inside it.
    public let fields: [FieldDefinition]

    /// The path of the text that the event is about, or nil.
    public let subjectPath: PayloadPath?

    /// How the event reads in one line.
    public let line: LineTemplate

    /// The steps from older versions, in order.
    public let upcasters: [Upcaster]

    private let normaliser: @Sendable (PayloadValue) throws(FieldError) -> PayloadValue

    /// The definition of an event type whose fields `payload` states.
    ///
    /// - Precondition: The version is at least 1; upcasters lead without a gap to it; the subject is a text
    ///   field; the paths of the line are fields.
    public init<P: PayloadRecord>(
        _ type: EventType, version: UInt16 = 1, payload: P.Type, summary: String,
        importance: EventImportance = .normal, subject: String? = nil, line: LineTemplate,
        upcasters: [Upcaster] = []
    ) {
        self.type = type
        self.version = version
        self.summary = summary
        self.importance = importance
        self.line = line
        self.upcasters = upcasters
        fields = FieldDescriber.fields(of: payload)
        subjectPath = subject.map { PayloadPath($0) }
        normaliser = P.normalise
        checkConsistency(subject: subject)
    }

    private func checkConsistency(subject: String?) {
        precondition(version >= 1, "\(type): schema versions begin at 1")
        for (index, upcaster) in upcasters.reversed().enumerated() {
            precondition(
                Int(upcaster.from) == Int(version) - 1 - index,
                "\(type): upcasters must lead to version \(version) without a gap")
        }
        if let subject {
            precondition(
                fields.contains { $0.path == subject && $0.kind == .text },
                "\(type): the subject \(subject) is no text field")
        }
        for path in line.paths {
            precondition(fields.contains { $0.path == path }, "\(type): the line names no field by \(path)")
        }
    }

    /// The stored form of a payload of the current version, which may come from foreign data.
    ///
    /// Known fields are brought into their stored form; unknown keys are kept.
    ///
    /// - Throws: `FieldError` with the path of the field.
    public func normalise(_ payload: PayloadValue) throws(FieldError) -> PayloadValue {
        try normaliser(payload)
    }

    /// The paths of the fields that are personal.
    public var personalPaths: [String] { fields.filter(\.isPersonal).map(\.path) }

    /// The payload without what is personal: only fields that the type states as not personal remain.
    ///
    /// Unknown keys go too, since nobody has said what they hold.
    public func redacted(_ payload: PayloadValue) -> PayloadValue {
        guard case .map(let map) = payload else { return .null }
        return .map(redacted(map, prefix: ""))
    }

    private func redacted(_ map: PayloadMap, prefix: String) -> PayloadMap {
        var kept = PayloadMap()
        for entry in map.entries {
            let path = prefix + entry.key
            guard let field = fields.first(where: { $0.path == path }), !field.isPersonal else { continue }
            switch (field.kind, entry.value) {
            case (.record, .map(let record)):
                kept[entry.key] = .map(redacted(record, prefix: path + "."))
            case (.records, .list(let records)):
                kept[entry.key] = .list(
                    records.map { record in
                        .map(redacted(record.map ?? PayloadMap(), prefix: path + "[]."))
                    })
            case (.record, _), (.records, _), (.extra, _): break
            default: kept[entry.key] = entry.value
            }
        }
        return kept
    }
}

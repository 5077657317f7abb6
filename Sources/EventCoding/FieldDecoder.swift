/// Reads the fields of a record from a map, leniently, and rebuilds the map in its stored form on the way.
struct FieldDecoder: FieldVisitor {
    private let source: PayloadMap
    private var taken: [Bool]
    private var canonical = PayloadMap()
    private var leftovers = PayloadMap()
    private var isComplete = false

    private init(_ source: PayloadMap) {
        self.source = source
        taken = Array(repeating: false, count: source.count)
    }

    /// Fills in `record` and returns the map in its stored form.
    static func decode<R: PayloadRecord>(
        _ record: inout R, from value: PayloadValue
    ) throws(FieldError) -> PayloadMap {
        guard case .map(let map) = value else {
            if value.isNull { throw FieldError(.missing, reason: "is missing") }
            throw FieldError(.wrongKind, reason: "is not a record but \(value.kind.article)")
        }
        var decoder = FieldDecoder(map)
        try record.visit(&decoder)
        return try decoder.finish()
    }

    /// The stored form: the fields, and where the record keeps no extra values, the unknown keys beside them.
    private func finish() throws(FieldError) -> PayloadMap {
        if isComplete { return canonical }
        if let entry = leftovers.entries.first {
            throw FieldError(.wrongKind, path: entry.key, reason: "is not in its stored form")
        }
        var map = canonical
        for (index, entry) in source.entries.enumerated() where !taken[index] { map[entry.key] = entry.value }
        return map
    }

    /// The field's value in its stored form, or nil when it is absent or null.
    private mutating func take(_ field: Field) throws(FieldError) -> PayloadValue? {
        precondition(!isComplete, "the extra values are stated last")
        if let value = try take(field.name, field.adapter) { return value }
        for alias in field.aliases {
            if let value = try take(alias, field.adapter) { return value }
        }
        return nil
    }

    private mutating func take(_ name: String, _ adapter: FieldAdapter?) throws(FieldError) -> PayloadValue? {
        guard let index = source.index(of: name) else { return nil }
        taken[index] = true
        let value = source.entries[index].value
        guard let adapter, !value.isNull else { return value.isNull ? nil : value }
        let adapted: FieldAdapter.Adapted
        do throws(FieldError) { adapted = try adapter(value) } catch { throw error.inside(name) }
        if let leftover = adapted.leftover { leftovers[name] = leftover }
        return adapted.value.isNull ? nil : adapted.value
    }

    /// Reads a field that may be absent.
    private mutating func optional<T>(
        _ field: Field, _ read: (PayloadValue) throws(FieldError) -> (T, PayloadValue)
    ) throws(FieldError) -> T? {
        guard let value = try take(field) else { return nil }
        let (result, stored): (T, PayloadValue)
        do throws(FieldError) { (result, stored) = try read(value) } catch { throw error.inside(field.name) }
        canonical[field.name] = stored
        return result
    }

    /// Reads a field that must be there.
    private mutating func required<T>(
        _ field: Field, _ read: (PayloadValue) throws(FieldError) -> (T, PayloadValue)
    ) throws(FieldError) -> T {
        guard let result = try optional(field, read) else {
            throw FieldError(.missing, path: field.name, reason: "is missing")
        }
        return result
    }

    mutating func text(_ value: inout String, _ field: Field) throws(FieldError) {
        value = try required(field, Self.readText)
    }

    mutating func optionalText(_ value: inout String?, _ field: Field) throws(FieldError) {
        value = try optional(field, Self.readText)
    }

    mutating func integer(_ value: inout Int64, _ field: Field) throws(FieldError) {
        value = try required(field, Self.readInteger)
    }

    mutating func optionalInteger(_ value: inout Int64?, _ field: Field) throws(FieldError) {
        value = try optional(field, Self.readInteger)
    }

    mutating func real(_ value: inout Double, _ field: Field) throws(FieldError) {
        value = try required(field, Self.readReal)
    }

    mutating func optionalReal(_ value: inout Double?, _ field: Field) throws(FieldError) {
        value = try optional(field, Self.readReal)
    }

    mutating func bool(_ value: inout Bool, _ field: Field) throws(FieldError) {
        value = try required(field, Self.readBool)
    }

    mutating func optionalBool(_ value: inout Bool?, _ field: Field) throws(FieldError) {
        value = try optional(field, Self.readBool)
    }

    mutating func texts(_ value: inout [String], _ field: Field) throws(FieldError) {
        value = try optional(field, Self.readTexts) ?? []
        if value.isEmpty { canonical[field.name] = nil }
    }

    mutating func record<R: PayloadRecord>(_ value: inout R, _ field: Field) throws(FieldError) {
        value = try required(field, Self.readRecord)
    }

    mutating func records<R: PayloadRecord>(_ value: inout [R], _ field: Field) throws(FieldError) {
        value = try required(field, Self.readRecords)
    }

    mutating func extra(_ value: inout PayloadMap, _ field: Field) throws(FieldError) {
        precondition(!isComplete, "a record has one field of extra values")
        var extra = PayloadMap()
        if let index = source.index(of: field.name), !taken[index],
            case .map(let stored) = source.entries[index].value
        {
            taken[index] = true
            extra = stored
        }
        for (index, entry) in source.entries.enumerated() where !taken[index] {
            extra[entry.key] = entry.value
        }
        for entry in leftovers.entries { extra[entry.key] = entry.value }
        isComplete = true
        if !extra.isEmpty { canonical[field.name] = .map(extra) }
        value = extra
    }

    mutating func require(
        _ isMet: @autoclosure () -> Bool, _ name: String, _ reason: @autoclosure () -> String
    ) throws(FieldError) {
        if !isMet() { throw FieldError(.invalid, path: name, reason: reason()) }
    }
}

extension FieldDecoder {
    private static func wrongKind(_ value: PayloadValue, expected: String) -> FieldError {
        FieldError(.wrongKind, reason: "is not \(expected) but \(value.kind.article)")
    }

    private static func readText(_ value: PayloadValue) throws(FieldError) -> (String, PayloadValue) {
        guard case .text(let text) = value else { throw wrongKind(value, expected: "a text") }
        return (text, value)
    }

    private static func readInteger(_ value: PayloadValue) throws(FieldError) -> (Int64, PayloadValue) {
        guard case .integer(let number) = value else { throw wrongKind(value, expected: "a whole number") }
        return (number, value)
    }

    /// Any number; a whole one must be a double exactly.
    private static func readReal(_ value: PayloadValue) throws(FieldError) -> (Double, PayloadValue) {
        let number: Double?
        switch value {
        case .real(let real): number = real
        case .integer(let integer): number = Double(exactly: integer)
        case .unsigned(let unsigned): number = Double(exactly: unsigned)
        default: throw wrongKind(value, expected: "a number")
        }
        guard let number, number.isFinite else {
            throw FieldError(.notFinite, reason: "is not a number that a double holds")
        }
        return (number, .real(number))
    }

    private static func readBool(_ value: PayloadValue) throws(FieldError) -> (Bool, PayloadValue) {
        guard case .bool(let bool) = value else { throw wrongKind(value, expected: "true or false") }
        return (bool, value)
    }

    private static func readTexts(_ value: PayloadValue) throws(FieldError) -> ([String], PayloadValue) {
        guard case .list(let elements) = value else { throw wrongKind(value, expected: "a list of texts") }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            guard case .text(let text) = element else {
                throw wrongKind(element, expected: "a text").inside("[\(index)]")
            }
            texts.append(text)
        }
        return (texts, value)
    }

    private static func readRecord<R: PayloadRecord>(
        _ value: PayloadValue
    ) throws(FieldError) -> (R, PayloadValue) {
        var record = R()
        let stored = try decode(&record, from: value)
        return (record, .map(stored))
    }

    private static func readRecords<R: PayloadRecord>(
        _ value: PayloadValue
    ) throws(FieldError) -> ([R], PayloadValue) {
        guard case .list(let elements) = value else { throw wrongKind(value, expected: "a list of records") }
        var (records, stored): ([R], [PayloadValue]) = ([], [])
        for (index, element) in elements.enumerated() {
            do throws(FieldError) {
                let (record, map): (R, PayloadValue) = try readRecord(element)
                records.append(record)
                stored.append(map)
            } catch {
                throw error.inside("[\(index)]")
            }
        }
        return (records, .list(stored))
    }
}

extension PayloadKind {
    /// The kind as the end of a sentence.
    var article: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .integer, .unsigned: "a whole number"
        case .real: "a number with a fraction"
        case .text: "a text"
        case .list: "a list"
        case .map: "a record"
        }
    }
}

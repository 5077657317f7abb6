import EventCoding

/// A record with every kind of field.
struct Sample: PayloadRecord {
    var name = ""
    var note: String?
    var number: Int64 = 0
    var optionalNumber: Int64?
    var weight = 0.0
    var optionalWeight: Double?
    var flag = false
    var optionalFlag: Bool?
    var words: [String] = []
    var part = Part()
    var parts: [Part] = []
    var extra = PayloadMap()

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&name, Field("name", "A name.", aliases: ["title"], adapter: digits))
        try visitor.require(!name.isEmpty, "name", "is empty")
        try visitor.optionalText(&note, Field("note", "A note.", isPersonal: true, adapter: wrapped))
        try visitor.integer(&number, Field("number", "A number."))
        try visitor.optionalInteger(&optionalNumber, Field("optional_number", "A number."))
        try visitor.real(&weight, Field("weight", "A weight."))
        try visitor.optionalReal(&optionalWeight, Field("optional_weight", "A weight."))
        try visitor.bool(&flag, Field("flag", "A flag."))
        try visitor.optionalBool(&optionalFlag, Field("optional_flag", "A flag."))
        try visitor.texts(&words, Field("words", "Words."))
        try visitor.record(&part, Field("part", "A part."))
        try visitor.records(&parts, Field("parts", "Parts."))
        try visitor.extra(&extra, Field("extra", "All else.", isPersonal: true))
    }

    private let digits = FieldAdapter("a text or a whole number") { (value) throws(FieldError) in
        if case .integer(let number) = value { return FieldAdapter.Adapted(.text(String(number))) }
        return FieldAdapter.Adapted(value)
    }

    private let wrapped = FieldAdapter("a text or an object with a text") { (value) throws(FieldError) in
        guard let map = value.map else { return FieldAdapter.Adapted(value) }
        guard let text = map["text"] else { throw FieldError(.invalid, reason: "has no text inside") }
        return FieldAdapter.Adapted(text, leftover: map.count > 1 ? value : nil)
    }
}

/// A record that keeps no extra values.
struct Part: PayloadRecord {
    var label: String = ""
    var secret: String?

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&label, Field("label", "A label."))
        try visitor.optionalText(&secret, Field("secret", "A secret.", isPersonal: true))
    }
}

/// A map of these pairs.
func map(_ pairs: [(String, PayloadValue)]) -> PayloadMap {
    guard let map = PayloadMap(uniqueKeys: pairs) else { preconditionFailure("a key stands twice") }
    return map
}

/// A record that wraps a text but keeps no extra values, so nothing may be left over.
struct Wrapped: PayloadRecord {
    var text: String = ""

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&text, Field("text", "A text.", adapter: unwrap))
    }

    private let unwrap = FieldAdapter("a text or a list that begins with one") { (value) throws(FieldError) in
        guard let list = value.list, let first = list.first else { return FieldAdapter.Adapted(value) }
        return FieldAdapter.Adapted(first, leftover: list.count > 1 ? value : nil)
    }
}

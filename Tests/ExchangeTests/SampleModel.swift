import EventCoding

/// A note with a name, as version 2 of its type stores it.
struct NoteWritten: EventPayload {
    var name = ""
    var words: [String] = []
    var weight: Int64?

    static let definition = EventDefinition(
        "note.written", version: 2, payload: NoteWritten.self, summary: "Somebody wrote a note.",
        subject: "name", line: "{name}",
        upcasters: [
            Upcaster(from: 1, summary: "The title is called name.") { value in
                var map = value.map ?? PayloadMap()
                map["name"] = map["title"]
                map["title"] = nil
                return .map(map)
            }
        ])

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {
        try visitor.text(&name, Field("name", "What it is called."))
        try visitor.require(!name.isEmpty, "name", "is empty")
        try visitor.texts(&words, Field("words", "What it says."))
        try visitor.optionalInteger(&weight, Field("weight", "How much it weighs."))
    }
}

/// A bell that is about nothing.
struct BellRung: EventPayload {
    static let definition = EventDefinition(
        "bell.rung", payload: BellRung.self, summary: "A bell rang.", line: "ding")

    mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(FieldError) {}
}

enum SampleModel {
    static func catalogue() throws -> EventCatalogue {
        try EventCatalogue([NoteWritten.definition, BellRung.definition])
    }
}

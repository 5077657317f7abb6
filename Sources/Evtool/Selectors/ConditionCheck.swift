package import EventCoding

/// Whether a text is a condition, for whoever wants nothing but that.
package enum ConditionCheck {
    /// Whether `text` can be read as a condition on the events of `catalogue`.
    package static func isSound(_ text: String, catalogue: EventCatalogue) -> Bool {
        (try? Condition(text, catalogue: catalogue, word: "user")) != nil
    }
}

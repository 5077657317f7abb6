/// Whether a text is a condition, for whoever wants nothing but that.
package enum ConditionCheck {
    /// Whether `text` follows the grammar of conditions; whether its names mean anything is another question.
    package static func isSound(_ text: String) -> Bool {
        (try? ConditionParser.parse(text, argument: "--where")) != nil
    }
}

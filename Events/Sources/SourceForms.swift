import EventCoding

/// The forms in which photo services send a value, beside the one that is stored.
///
/// One key is a string in one record and a number or an object in the next, inside one file.
enum SourceForms {
    /// The key under which photo services wrap a text in an object.
    static let contentKey = "_content"

    /// A text, or a whole number, which becomes its digits; never through floating point.
    static let identifier = FieldAdapter("a text, or a whole number taken as its digits") {
        (value) throws(FieldError) in
        switch value {
        case .text: FieldAdapter.Adapted(value)
        case .integer(let number): FieldAdapter.Adapted(.text(String(number)))
        case .unsigned(let number): FieldAdapter.Adapted(.text(String(number)))
        case .real: throw FieldError(.wrongKind, reason: "is a number with a fraction or an exponent")
        case .null, .bool, .list, .map:
            throw FieldError(.wrongKind, reason: "is neither a text nor a whole number")
        }
    }

    /// A text, or an object that holds it under `_content`.
    static let content = textInObject(under: [contentKey], "a text, or an object with a text `_content`")

    /// A user id, or an object that describes the user.
    static let owner = textInObject(under: ["nsid", "id"], "a text, or an object with a text `nsid` or `id`")

    /// A number, or a text that spells one in decimal.
    static let number = FieldAdapter("a number, or a text that spells one") { (value) throws(FieldError) in
        guard case .text(let text) = value else { return FieldAdapter.Adapted(value) }
        if text.isEmpty { return FieldAdapter.Adapted(.null) }
        guard let number = DecimalNumber.parse(text) else {
            throw FieldError(.wrongKind, reason: "is a text that spells no number")
        }
        return FieldAdapter.Adapted(.real(number))
    }

    /// A whole number, or a text of its digits.
    static let wholeNumber = FieldAdapter("a whole number, or a text of its digits") {
        (value) throws(FieldError) in
        guard case .text(let text) = value else { return FieldAdapter.Adapted(value) }
        if text.isEmpty { return FieldAdapter.Adapted(.null) }
        guard let number = DecimalNumber.parseWhole(text) else {
            throw FieldError(.wrongKind, reason: "is a text that spells no whole number")
        }
        return FieldAdapter.Adapted(.integer(number))
    }

    /// A list of tags, a text with blanks between them, or an object with a list of them under `tag`.
    static let tags = FieldAdapter(
        "a list of texts, a text with blanks between the tags, or an object with a list `tag`"
    ) { (value) throws(FieldError) in
        switch value {
        case .text(let text): FieldAdapter.Adapted(.list(words(of: text)))
        case .list(let elements): FieldAdapter.Adapted(.list(try elements.map(tag)))
        case .map(let map):
            switch map["tag"] ?? .null {
            case .list(let elements):
                FieldAdapter.Adapted(.list(try elements.map(tag)), leftover: elements.isEmpty ? nil : value)
            case .null: FieldAdapter.Adapted(.null)
            default: throw FieldError(.wrongKind, path: "tag", reason: "is not a list")
            }
        case .null, .bool, .integer, .unsigned, .real:
            throw FieldError(.wrongKind, reason: "is not a list of texts")
        }
    }

    /// The pieces between single blanks, without empty ones; other white space belongs to a tag.
    private static func words(of text: String) -> [PayloadValue] {
        text.utf8.split(separator: UInt8(ascii: " ")).map { .text(String(decoding: $0, as: UTF8.self)) }
    }

    /// One tag: a text, a whole number, or an object with the text under `_content`.
    private static func tag(_ element: PayloadValue) throws(FieldError) -> PayloadValue {
        switch element {
        case .text: return element
        case .integer(let number): return .text(String(number))
        case .unsigned(let number): return .text(String(number))
        case .map(let map):
            if let text = map[contentKey], case .text = text { return text }
        case .null, .bool, .real, .list: break
        }
        throw FieldError(.wrongKind, reason: "holds a tag that is no text")
    }

    /// A text, or an object that holds it under the first of `keys` that is there.
    ///
    /// An object without such a text counts as absent; if it holds anything else, all of it is left over.
    private static func textInObject(under keys: [String], _ documentation: String) -> FieldAdapter {
        FieldAdapter(documentation) { (value) throws(FieldError) in
            guard case .map(let map) = value else { return FieldAdapter.Adapted(value) }
            var text = PayloadValue.null
            var usedKeys = 0
            for key in keys {
                guard let inner = map[key] else { continue }
                if !text.isNull { break }
                if !inner.isNull, inner.kind != .text {
                    throw FieldError(.wrongKind, path: key, reason: "is not a text")
                }
                text = inner
                usedKeys += 1
            }
            return FieldAdapter.Adapted(text, leftover: map.count > usedKeys ? value : nil)
        }
    }
}

internal import EventCoding

/// Writes a payload for people: one value a line, what is inside something indented below it.
///
/// Texts stand as they are; one that would read as another kind of value, or as none, stands in quotes.
enum PayloadText {
    /// The blanks of one level.
    private static let indent = "  "

    /// The lines of a map's entries, or of a list's elements; a single value is one line.
    static func lines(_ value: PayloadValue) -> [String] {
        switch value {
        case .map(let map) where !map.isEmpty: map.entries.flatMap { lines($0.key, $0.value) }
        case .list(let elements) where !elements.isEmpty: elements.flatMap { lines("-", $0) }
        default: [scalar(value)]
        }
    }

    private static func lines(_ name: String, _ value: PayloadValue) -> [String] {
        switch value {
        case .map(let map) where !map.isEmpty: [name] + lines(value).map { indent + $0 }
        case .list(let elements) where !elements.isEmpty: [name] + lines(value).map { indent + $0 }
        default: ["\(name) \(scalar(value))"]
        }
    }

    /// Every value with the path that leads to it, such as `photo.tags[0]`; for output to tools.
    static func paths(_ value: PayloadValue, under path: String) -> [(path: String, value: String)] {
        switch value {
        case .map(let map) where !map.isEmpty:
            map.entries.flatMap { paths($0.value, under: "\(path).\($0.key)") }
        case .list(let elements) where !elements.isEmpty:
            elements.enumerated().flatMap { paths($0.element, under: "\(path)[\($0.offset)]") }
        default: [(path, value.text ?? json(value))]
        }
    }

    private static func scalar(_ value: PayloadValue) -> String {
        guard let text = value.text else { return json(value) }
        return isPlain(text) ? text : json(value)
    }

    /// Whether a text cannot be taken for anything but a text.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        let (blank, quote) = (UInt8(ascii: " "), UInt8(ascii: "\""))
        if [blank, quote].contains(first) || last == blank { return false }
        if ["null", "true", "false", "{}", "[]"].contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
            return false
        }
        return Double(text) == nil
    }

    private static func json(_ value: PayloadValue) -> String {
        var json = JSONWriter()
        json.write(value)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

/// A line of text whose parts may be emphasised.
///
/// The parts may come from data: whoever writes the line escapes them, and only the style itself becomes
/// escape sequences. Colour never says anything that the words do not.
public struct StyledText: Hashable, Sendable, ExpressibleByStringLiteral {
    /// How a part is emphasised.
    public enum Style: Hashable, Sendable, CaseIterable {
        /// Headers and names.
        case strong
        /// What matters less.
        case faint
        /// Something that is new or right.
        case good
        /// Something that is gone or wrong.
        case bad
        /// Something that changed, or a warning.
        case notable

        /// The parameter of the terminal's sequence (ECMA-48, SGR).
        var parameter: Int {
            switch self {
            case .strong: 1
            case .faint: 2
            case .good: 32
            case .bad: 31
            case .notable: 33
            }
        }
    }

    /// A part with one style.
    public struct Part: Hashable, Sendable {
        /// The text as it came.
        public let text: String
        /// Its style, if any.
        public let style: Style?
    }

    /// The parts in order.
    public private(set) var parts: [Part]

    /// A text of one part.
    public init(_ text: String, _ style: Style? = nil) { parts = [Part(text: text, style: style)] }

    /// A text without style.
    public init(stringLiteral text: String) { self.init(text) }

    /// A text without parts.
    public init() { parts = [] }

    /// Adds a part.
    public mutating func append(_ text: String, _ style: Style? = nil) {
        parts.append(Part(text: text, style: style))
    }

    /// Adds the parts of another text.
    public mutating func append(_ other: StyledText) { parts += other.parts }

    /// The text without styles, as it came.
    public var plain: String { parts.map(\.text).joined() }

    /// The text as it goes out: every part escaped, styled when `colored`.
    public func rendered(colored: Bool) -> String {
        var result = ""
        for part in parts where !part.text.isEmpty {
            let text = TerminalText.escaped(part.text)
            if colored, let style = part.style {
                result += "\u{1B}[\(style.parameter)m\(text)\u{1B}[0m"
            } else {
                result += text
            }
        }
        return result
    }
}

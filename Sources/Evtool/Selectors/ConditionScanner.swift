internal import CommandLineKit
internal import Projections

/// Walks over the text of a condition: blanks, words, quoted and bare values.
struct ConditionScanner {
    let error: ConditionError
    let bytes: [UInt8]
    /// The next byte; always the first one of a character.
    var at = 0

    init(_ text: String, argument: String) {
        error = ConditionError(text: text, argument: argument)
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { at >= bytes.count }

    /// Whether the character comes next.
    func isNext(_ character: Unicode.Scalar) -> Bool { !isAtEnd && bytes[at] == UInt8(ascii: character) }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    mutating func skipBlanks() { while !isAtEnd, Self.isBlank(bytes[at]) { at += 1 } }

    /// The text between two places.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    // MARK: Words

    /// The word between blanks and parentheses that begins at a place; empty where none does.
    func word(from start: Int) -> String {
        var end = start
        while end < bytes.count, !Self.isBlank(bytes[end]), !"()".utf8.contains(bytes[end]) { end += 1 }
        return text(start..<end)
    }

    /// Moves behind a word where it comes next and stands by itself.
    mutating func take(word: String) -> Bool {
        guard self.word(from: at).utf8.elementsEqual(word.utf8) else { return false }
        at += word.utf8.count
        return true
    }

    /// The operator that comes next, or nil.
    var comparison: Comparison.Operator? {
        Comparison.Operator.allCases.first { bytes[at...].starts(with: $0.rawValue.utf8) }
    }

    /// Whether the next byte can be part of a name.
    private var isNamePart: Bool {
        guard !isAtEnd, !Self.isBlank(bytes[at]), !"()\"".utf8.contains(bytes[at]) else { return false }
        return comparison == nil && !isKeyStart
    }

    /// Whether a key in brackets comes next; `[]` is part of a path.
    var isKeyStart: Bool {
        isNext("[") && !(at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "]"))
    }

    /// The part of a name that comes next; empty where none does.
    mutating func namePart() -> String {
        let start = at
        while isNamePart { at += isNext("[") ? 2 : 1 }
        return text(start..<at)
    }

    // MARK: Values

    /// The value that comes next: quoted, or bare up to `and`, `or`, a closing parenthesis or the end.
    mutating func value(_ what: String) throws(ToolError) -> String {
        let before = at
        skipBlanks()
        let start = at
        if isNext("\"") { return try quoted() }
        if isNext("'"), let end = endOfSingleQuotes() {
            at = end + 1
            return text(start + 1..<end)
        }
        let end = try endOfBareValue()
        guard end > start else {
            throw error.syntax("\(what) is missing", at: isAtEnd ? bytes.count : start > before ? start : at)
        }
        return text(start..<end)
    }

    /// Where a text in single quotes ends: at the first quote with nothing of a value behind it.
    private func endOfSingleQuotes() -> Int? {
        var place = at + 1
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "'"), isBoundary(place + 1) { return place }
            place += 1
        }
        return nil
    }

    private func isBoundary(_ place: Int) -> Bool {
        place >= bytes.count || Self.isBlank(bytes[place]) || ")]".utf8.contains(bytes[place])
    }

    /// Moves behind a bare value and returns where it ends, blanks behind it left out.
    private mutating func endOfBareValue() throws(ToolError) -> Int {
        let start = at
        var (depth, end) = (0, at)
        while !isAtEnd {
            let byte = bytes[at]
            if Self.isBlank(byte) {
                at += 1
                continue
            }
            if at == start || Self.isBlank(bytes[at - 1]) {
                let word = word(from: at)
                if ["and", "or"].contains(word) { return end }
                if ["AND", "OR", "&&", "||"].contains(word) {
                    let meant = word == "AND" || word == "&&" ? "and" : "or"
                    throw error.syntax("write \(meant), or put the value in double quotes", at: at)
                }
            }
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") {
                if depth == 0 { return end }
                depth -= 1
            }
            at += 1
            end = at
        }
        return end
    }

    /// The text in double quotes that comes next.
    ///
    /// - Parameter isName: Whether an operator or a key may follow without a blank.
    mutating func quoted(isName: Bool = false) throws(ToolError) -> String {
        let start = at
        var result: [UInt8] = []
        at += 1
        while !isAtEnd {
            let byte = bytes[at]
            at += 1
            if byte == UInt8(ascii: "\"") {
                guard isName || isBoundary(at) else {
                    throw error.syntax("a blank is missing behind the quoted text", at: at)
                }
                return String(decoding: result, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                result += try escape(from: at - 1).utf8
            } else {
                result.append(byte)
            }
        }
        throw error.syntax("the quoted text is not closed", at: start)
    }

    /// The character of an escape whose backslash was passed.
    private mutating func escape(from start: Int) throws(ToolError) -> String {
        guard !isAtEnd else { throw error.syntax("the quoted text is not closed", at: start) }
        let letter = bytes[at]
        at += 1
        switch letter {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            if let scalar = scalar() { return String(Character(scalar)) }
        default: break
        }
        throw error.syntax(#"in quotes \", \\, \n, \r, \t and \u{…} are accepted"#, at: start)
    }

    /// The character that `{20AC}` names, or nil.
    private mutating func scalar() -> Unicode.Scalar? {
        let ahead = bytes[at...].prefix(Self.longestScalar)
        guard isNext("{"), let close = ahead.firstIndex(of: UInt8(ascii: "}")) else { return nil }
        let digits = text(at + 1..<close)
        at = close + 1
        guard digits.utf8.first != UInt8(ascii: "+") else { return nil }
        return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    }

    /// The bytes of the longest name of a character, braces included: `{0010FFFF}`.
    private static let longestScalar = 10

    /// The key in brackets that comes next.
    mutating func key() throws(ToolError) -> String {
        let start = at
        at += 1
        skipBlanks()
        var key = ""
        if isNext("\"") {
            key = try quoted()
            skipBlanks()
            if isNext("]") {
                at += 1
                return key
            }
            throw error.syntax("the bracket is not closed", at: start)
        }
        let (begin, end) = (at, try endOfBareKey(start))
        key = text(begin..<end)
        return key
    }

    /// Moves behind the closing bracket and returns where the key before it ends.
    private mutating func endOfBareKey(_ start: Int) throws(ToolError) -> Int {
        var (depth, end) = (0, at)
        while !isAtEnd {
            let byte = bytes[at]
            at += 1
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") {
                if depth == 0 { return end }
                depth -= 1
            }
            if !Self.isBlank(byte) { end = at }
        }
        throw error.syntax("the bracket is not closed", at: start)
    }
}

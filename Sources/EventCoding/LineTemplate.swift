/// How an event reads in one line: text with paths in braces, such as `{photo.id} "{photo.title}"`.
///
/// A part that is missing or empty vanishes together with the quotes or parentheses around it and one blank.
/// A list or map shows as its count. Braces cannot be written otherwise.
public struct LineTemplate: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    private enum Part: Hashable {
        case literal(String)
        case value(PayloadPath)
    }

    private let parts: [Part]

    /// The template as it was written.
    public let description: String

    /// The template that the literal spells.
    ///
    /// - Precondition: Every brace has its partner.
    public init(stringLiteral text: String) {
        description = text
        var parts: [Part] = []
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else {
                preconditionFailure("the template \(text) has a brace without a partner")
            }
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
            parts.append(.value(PayloadPath(String(rest[rest.index(after: open)..<close]))))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        self.parts = parts
    }

    /// The paths that stand in braces.
    var paths: [String] {
        parts.compactMap { part in if case .value(let path) = part { path.description } else { nil } }
    }

    /// The line of a payload, as raw text: who prints it escapes it.
    ///
    /// - Complexity: O(n) for every part.
    public func render(_ payload: borrowing CBORView) -> String {
        var line = ""
        var lastVanished = false
        for part in parts {
            switch part {
            case .literal(let text):
                line += lastVanished ? Self.closing(text, after: &line) : Substring(text)
                lastVanished = false
            case .value(let path):
                var text: String?
                if let value = payload.value(at: path) { text = Self.text(of: value) }
                line += text ?? ""
                lastVanished = text == nil
            }
        }
        if lastVanished { line = Self.trimmed(line) }
        return line
    }

    /// What remains of a literal after a part that vanished: without the closing mark and a second blank.
    private static func closing(_ literal: String, after line: inout String) -> Substring {
        var rest = Substring(literal)
        for (open, close) in [("\"", "\""), ("(", ")")] as [(Character, Character)]
        where line.last == open && rest.first == close {
            line.removeLast()
            rest.removeFirst()
            break
        }
        if line.last == " " || line.isEmpty, rest.first == " " { rest.removeFirst() }
        if rest.isEmpty { line = trimmed(line) }
        return rest
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }

    private static func text(of view: borrowing CBORView) -> String? {
        switch view.kind {
        case .text: view.string.flatMap { $0.isEmpty ? nil : $0 }
        case .integer: view.integer.map { String($0) }
        case .unsigned: view.unsigned.map { String($0) }
        case .real: view.real.map { $0.description }
        case .bool: view.bool.map { $0 ? "true" : "false" }
        case .list, .map: view.count.map { String($0) }
        case nil, .null: nil
        }
    }
}

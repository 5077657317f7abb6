internal import CommandLineKit
internal import EventCoding

/// Event types by name, where `*` stands for any text and `?` for any one character.
struct TypeSelector {
    /// The types that the patterns name, among those the model or the log knows.
    ///
    /// - Parameter known: All names, sorted.
    /// - Throws: `E-TYPE-UNKNOWN` for a pattern that names none.
    static func types(
        matching patterns: [String], among known: [EventType], program: String
    ) throws(ToolError) -> [EventType] {
        var chosen: [EventType] = []
        for pattern in patterns {
            let found = known.filter { matches(Array($0.name.unicodeScalars), Array(pattern.unicodeScalars)) }
            guard !found.isEmpty else {
                throw ToolError(
                    .typeUnknown, exit: .usage, "no event type matches \"\(pattern)\"",
                    details: ["types: " + known.map(\.name).joined(separator: ", ")], argument: "--type",
                    value: pattern, candidates: Hints.nearest(to: pattern, in: known.map(\.name)))
            }
            for type in found where !chosen.contains(type) { chosen.append(type) }
        }
        return chosen
    }

    /// Whether a name fits a pattern; the classic walk with one point to come back to.
    static func matches(_ name: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
        var (at, place) = (0, 0)
        var star: (pattern: Int, name: Int)?
        while at < name.count {
            if place < pattern.count, pattern[place] == "*" {
                star = (place + 1, at)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == name[at] {
                at += 1
                place += 1
            } else if let back = star {
                star = (back.pattern, back.name + 1)
                at = back.name + 1
                place = back.pattern
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}

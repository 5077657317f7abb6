internal import CommandLineKit
internal import EventLog

/// A range as users write it: `A..B`, `A..`, `..B`, or a single position.
struct RangeSelector: Hashable {
    /// The first place; nil from the first event.
    let first: PositionSelector?
    /// The last place; nil to the last event.
    let last: PositionSelector?
    /// What the user wrote.
    let text: String

    /// Reads a range.
    init(_ text: String, zone: Zone, argument: String) throws(ToolError) {
        self.text = text
        guard let dots = Self.dots(in: text) else {
            let place = try PositionSelector(text, zone: zone, argument: argument)
            first = place
            last = place
            return
        }
        let left = String(text[..<dots.lowerBound])
        let right = String(text[dots.upperBound...])
        guard !left.isEmpty || !right.isEmpty else {
            throw ToolError(
                .range, exit: .usage, "\"..\" names no range",
                details: ["accepted: A..B, A.., ..B, or one position"], argument: argument, value: text)
        }
        first = left.isEmpty ? nil : try PositionSelector(left, zone: zone, argument: argument)
        last = right.isEmpty ? nil : try PositionSelector(right, zone: zone, argument: argument)
    }

    /// Whether an upper end was given.
    var isBounded: Bool { last != nil }

    private static func dots(in text: String) -> Range<String.Index>? {
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == ".", next < text.endIndex, text[next] == "." {
                return index..<text.index(after: next)
            }
            index = next
        }
        return nil
    }

    /// The positions of this range; nil when the log is empty and the range open at both ends or nothing.
    func resolve(with resolver: inout PositionResolver, argument: String) throws(ToolError) -> ClosedRange<
        UInt64
    > {
        let start =
            try first.map { selector throws(ToolError) in
                try resolver.resolve(selector, text: text, argument: argument, allowingZero: false)
            } ?? 1
        let end =
            try last.map { selector throws(ToolError) in
                try resolver.resolve(selector, text: text, argument: argument, allowingZero: false)
            } ?? resolver.head.position
        guard start <= end else {
            throw ToolError(
                .range, exit: .usage, "the range \(text) runs backwards (\(start) to \(end))",
                details: ["accepted: A..B with A at or before B; `log -r` shows newest first"],
                argument: argument, value: text)
        }
        return start...end
    }
}

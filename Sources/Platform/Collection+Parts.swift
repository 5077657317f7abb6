extension Collection where Element: Equatable {
    /// Whether the elements of `part` stand somewhere in here, one behind the other.
    ///
    /// The standard library's `contains` brings its regular expressions into a program, which makes every start of
    /// it longer.
    ///
    /// - Complexity: O(n · m) in the lengths of both.
    public func holds<Part: Sequence>(_ part: Part) -> Bool where Part.Element == Element {
        if starts(with: part) { return true }
        return indices.contains { self[$0...].starts(with: part) }
    }
}

/// Leaves out of a list whatever can be left out while something stays true.
///
/// The method is delta debugging (Zeller and Hildebrandt, 2002), complements only: first halves are tried, then
/// ever smaller parts, at last single elements until none of them can go.
struct SliceReduction {
    /// Whether a part of the list still does what the whole list does.
    let holds: ([UInt64]) throws -> Bool

    /// A part of `list` for which `holds` is true, and from which no single element can be taken.
    ///
    /// - Precondition: `holds(list)` is true.
    /// - Complexity: O(k log n) calls of `holds` for a result of k elements in good cases, O(n²) at worst.
    func reduced(_ list: [UInt64]) throws -> [UInt64] {
        var list = list
        var size = list.count / 2
        while size > 1 {
            try removeParts(of: size, from: &list)
            size = min(size / 2, list.count / 2)
        }
        while try removeParts(of: 1, from: &list) {}
        return list
    }

    /// Takes away parts of `size` elements, the earliest first; whether any could go.
    @discardableResult
    private func removeParts(of size: Int, from list: inout [UInt64]) throws -> Bool {
        var (start, hasRemoved) = (0, false)
        while start < list.count {
            let end = min(start + size, list.count)
            let rest = Array(list[..<start] + list[end...])
            if try holds(rest) {
                list = rest
                hasRemoved = true
            } else {
                start = end
            }
        }
        return hasRemoved
    }
}

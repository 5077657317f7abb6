/// Finds the names that somebody may have meant.
public enum Hints {
    /// The names nearest to `word`, the likeliest first.
    ///
    /// Near are: the same letters in other case, a beginning of the name or of a part of it that follows a
    /// dot (two letters at least), and up to one slip for every three letters (a letter wrong, missing,
    /// extra, or two swapped). Equally near names keep the order of `names`.
    /// - Parameter slips: How many slips are allowed instead; fewer where names are many and mean nothing.
    /// - Complexity: O(names × length²).
    public static func nearest(to word: String, in names: [String], limit: Int = 3, slips: Int? = nil)
        -> [String]
    {
        let typed = letters(word)
        guard !typed.isEmpty, typed.count <= longestWord else { return [] }
        let allowed = slips ?? max(1, typed.count / 3)
        var found: [(distance: Int, index: Int)] = []
        for (index, name) in names.enumerated() {
            let letters = letters(name)
            guard letters.count <= longestWord else { continue }
            if typed.count >= 2 && letters.starts(with: typed) {
                found.append((letters.count == typed.count ? 0 : 1, index))
                continue
            }
            if typed.count >= 2
                && letters.split(separator: ".").dropFirst().contains(where: { $0.starts(with: typed) })
            {
                found.append((1, index))
                continue
            }
            guard abs(letters.count - typed.count) <= allowed else { continue }
            let distance = distance(typed, letters)
            // A word of one or two letters resembles everything: at least one letter must be right.
            if distance <= allowed && distance < letters.count { found.append((distance, index)) }
        }
        found.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
        return found.prefix(limit).map { names[$0.index] }
    }

    /// The number of slips between two texts.
    ///
    /// A slip is a letter changed, added or left out, or two neighbours swapped (the distance of Damerau
    /// and Levenshtein in its form where no part is edited twice). Case does not count.
    public static func distance(_ left: String, _ right: String) -> Int {
        distance(letters(left), letters(right))
    }

    /// Longer words are not compared, in letters.
    static let longestWord = 64

    private static func letters(_ text: String) -> [Unicode.Scalar] {
        Array(text.prefix(longestWord + 1).lowercased().unicodeScalars)
    }

    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            current.reserveCapacity(right.count + 1)
            for column in right.indices {
                let isSame = left[row] == right[column]
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

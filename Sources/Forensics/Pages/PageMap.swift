/// A set of page numbers below a bound, one bit for each.
struct PageMap: Sendable {
    private var words: [UInt64]
    private(set) var count: UInt64 = 0
    let bound: UInt64

    /// An empty set of numbers below `bound`, which is never more than the pages of a file.
    init(below bound: UInt64) {
        self.bound = bound
        words = [UInt64](repeating: 0, count: Int(bound / 64) + 1)
    }

    /// Whether the number is in the set.
    func contains(_ number: UInt64) -> Bool {
        number < bound && words[Int(number / 64)] >> (number % 64) & 1 == 1
    }

    /// Adds a number below the bound and says whether it is new.
    mutating func insert(_ number: UInt64) -> Bool {
        guard number < bound, !contains(number) else { return false }
        words[Int(number / 64)] |= 1 << (number % 64)
        count += 1
        return true
    }

    /// Adds the numbers of another set of the same bound.
    mutating func formUnion(_ other: PageMap) {
        count = 0
        for index in words.indices {
            if index < other.words.count { words[index] |= other.words[index] }
            count += UInt64(words[index].nonzeroBitCount)
        }
    }
}

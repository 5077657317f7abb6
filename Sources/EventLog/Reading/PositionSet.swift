/// Some positions of a log, as ranges that rise and do not touch.
public struct PositionSet: Hashable, Sendable {
    /// The ranges, rising; between two of them lies at least one position.
    public private(set) var ranges: [ClosedRange<UInt64>] = []

    /// No position.
    public init() {}

    /// The positions of some ranges, in any order and overlapping or not.
    public init(_ ranges: [ClosedRange<UInt64>]) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
                self.ranges[self.ranges.count - 1] =
                    last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    /// Whether there is no position.
    public var isEmpty: Bool { ranges.isEmpty }

    /// How many positions there are.
    public var count: UInt64 { ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound + 1) } }

    /// Whether `position` is one of them.
    ///
    /// - Complexity: O(log n) in the ranges.
    public func contains(_ position: UInt64) -> Bool { contains(all: position...position) }

    /// Whether every position of `range` is one of them.
    public func contains(all range: ClosedRange<UInt64>) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        guard low < ranges.count else { return false }
        return ranges[low].lowerBound <= range.lowerBound && range.upperBound <= ranges[low].upperBound
    }
}

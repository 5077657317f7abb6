import TestSupport

/// Random tables of every kind that liblmdb has: lists inside nodes, trees of values, items without nodes, long
/// values, keys that are numbers and keys that are compared from behind.
enum ManyValues {
    static let tables = [
        TableContent(name: Array("empty".utf8), flags: 0),
        TableContent(name: Array("fixed".utf8), flags: 0x14),
        TableContent(name: Array("many".utf8), flags: 0x04),
        TableContent(name: Array("numbers".utf8), flags: 0x3C),
        TableContent(name: Array("plain".utf8), flags: 0),
        TableContent(name: Array("reversed".utf8), flags: 0x46),
    ]

    /// Changes for one commit.
    static func changes(_ random: inout SplitMix64) -> [LibraryFile.Change] {
        (0..<random.number(1...400)).flatMap { _ in change(&random) }
    }

    private static func change(_ random: inout SplitMix64) -> [LibraryFile.Change] {
        let isRemoval = random.oneIn(4)
        func change(_ table: Int, _ key: [UInt8], _ value: [UInt8]) -> LibraryFile.Change {
            LibraryFile.Change(table: table, key: key, value: value, isRemoval: isRemoval)
        }
        // A few keys get most values, so that lists grow into trees.
        let name = Array("key \(random.oneIn(2) ? random.number(0...3) : random.number(0...80))".utf8)
        switch random.number(1...5) {
        case 1: return run(&random, 1...60) { change(1, name, noise(12, &$0)) }
        case 2: return run(&random, 1...8) { change(2, name, noise($0.number(1...200), &$0)) }
        case 3:
            let key = number(random.number(0...20))
            return run(&random, 1...60) { change(3, key, number($0.number(0...100_000))) }
        case 4:
            let length = random.oneIn(6) ? random.number(1...20_000) : random.number(0...100)
            return [change(4, name, noise(length, &random))]
        default: return run(&random, 1...8) { change(5, name.reversed(), noise($0.number(1...90), &$0)) }
        }
    }

    private static func run(
        _ random: inout SplitMix64, _ counts: ClosedRange<Int>,
        _ make: (inout SplitMix64) -> LibraryFile.Change
    ) -> [LibraryFile.Change] {
        (0..<random.number(counts)).map { _ in make(&random) }
    }

    private static func noise(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

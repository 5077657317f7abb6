import LMDB
import TestSupport
import Testing

@Suite struct CursorTests {
    let scratch: Scratch
    let environment: Environment
    let table: Table

    init() throws {
        scratch = try Scratch()
        environment = try scratch.create()
        table = try environment.testTable()
    }

    private func fill(_ keys: some Sequence<UInt64>) throws {
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            for number in keys {
                let value = [UInt8(truncatingIfNeeded: number)]
                try transaction.put(value.span, for: key(number).span, in: table)
            }
        }
    }

    @Test func anEmptyTableHasNoEntries() throws {
        try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            var cursor = try transaction.cursor(in: table)
            #expect(try cursor.next() == nil)
            #expect(try cursor.previous() == nil)
            #expect(try cursor.first() == nil)
            #expect(try cursor.last() == nil)
            #expect(try cursor.seek(atOrAfter: [1].span) == nil)
            #expect(try transaction.lastEntry(in: table) == nil)
        }
    }

    @Test func itTurnsRoundAtBothEnds() throws {
        try fill(1...3)
        try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            var cursor = try transaction.cursor(in: table)
            #expect(try cursor.previous() == nil)
            for expected: UInt8 in 1...3 { #expect(try cursor.next()?.value[0] == expected) }
            #expect(try cursor.next() == nil)
            #expect(try cursor.next() == nil)
            for expected: UInt8 in [3, 2, 1] { #expect(try cursor.previous()?.value[0] == expected) }
            #expect(try cursor.previous() == nil)
            #expect(try cursor.next()?.value[0] == 1)
            #expect(try cursor.last()?.value[0] == 3)
            #expect(try cursor.first()?.value[0] == 1)
            #expect(try cursor.seek(atOrAfter: key(2).span)?.key.bytesCopied == key(2))
            #expect(try cursor.next()?.value[0] == 3)
            #expect(try cursor.seek(atOrAfter: key(4).span) == nil)
            #expect(try cursor.previous()?.value[0] == 3)
        }
    }

    @Test(arguments: [1, 20_260_101, 0xDEAD_BEEF] as [UInt64])
    func itAgreesWithASortedArray(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let numbers = Set((0..<500).map { _ in UInt64.random(in: 0..<10_000, using: &random) })
        let sorted = numbers.sorted()
        try fill(sorted.shuffled(using: &random))
        try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            var cursor = try transaction.cursor(in: table)
            // The model: an index from -1 (before the first) to count (after the last).
            var index = -1
            for step in 0..<2_000 {
                let found: [UInt8]?
                switch UInt8.random(in: 0..<10, using: &random) {
                case 0:
                    index = 0
                    found = try cursor.first()?.key.bytesCopied
                case 1:
                    index = sorted.count - 1
                    found = try cursor.last()?.key.bytesCopied
                case 2, 3:
                    let wanted = UInt64.random(in: 0..<10_100, using: &random)
                    index = sorted.firstIndex { $0 >= wanted } ?? sorted.count
                    found = try cursor.seek(atOrAfter: key(wanted).span)?.key.bytesCopied
                case 4, 5, 6:
                    index = max(index - 1, -1)
                    found = try cursor.previous()?.key.bytesCopied
                default:
                    index = min(index + 1, sorted.count)
                    found = try cursor.next()?.key.bytesCopied
                }
                let expected = sorted.indices.contains(index) ? key(sorted[index]) : nil
                #expect(found == expected, "seed \(seed), step \(step)")
            }
        }
    }
}

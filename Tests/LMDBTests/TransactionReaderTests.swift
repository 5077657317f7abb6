import LMDB
import Testing

@Suite struct TransactionReaderTests {
    struct Refusal: Error, Equatable {}

    let scratch: Scratch
    let environment: Environment
    let table: Table

    init() throws {
        scratch = try Scratch()
        environment = try scratch.create()
        table = try environment.testTable()
        for key: [UInt8] in [[1], [2, 1], [2, 2], [2, 2, 0], [3]] {
            try environment.put(key + [9], for: key, in: table)
        }
    }

    private func keys(_ reader: TransactionReader, prefix: [UInt8]) throws -> [[UInt8]] {
        var keys: [[UInt8]] = []
        try reader.forEach(prefix: prefix.span, in: table) { key, value in
            #expect(value.bytesCopied == key.bytesCopied + [9])
            keys.append(key.bytesCopied)
            return true
        }
        return keys
    }

    @Test func itReadsValuesAndRanges() throws {
        try environment.read { (transaction: borrowing ReadTransaction) throws(any Error) in
            try transaction.withReader { reader throws(any Error) in
                #expect(try reader.bytes(for: [1].span, in: table) == [1, 9])
                #expect(try reader.bytes(for: [4].span, in: table) == nil)
                #expect(try reader.value(for: [3].span, in: table) { $0.count } == 2)
                #expect(try reader.value(for: [4].span, in: table) { $0.count } == nil)
                #expect(try reader.contains([3].span, in: table))
                #expect(try !reader.contains([4].span, in: table))
                #expect(try reader.entryCount(of: table) == 5)
                let found = try reader.firstEntry(atOrAfter: [2, 1, 5].span, in: table) { key, value in
                    key.bytesCopied + value.bytesCopied
                }
                #expect(found == [2, 2, 2, 2, 9])
                #expect(try reader.firstEntry(atOrAfter: [4].span, in: table) { _, _ in true } == nil)
                #expect(try keys(reader, prefix: [2]) == [[2, 1], [2, 2], [2, 2, 0]])
                #expect(try keys(reader, prefix: [2, 2]) == [[2, 2], [2, 2, 0]])
                #expect(try keys(reader, prefix: []).count == 5)
                #expect(try keys(reader, prefix: [9]) == [])
            }
        }
    }

    @Test func itSeesTheWriteItBelongsTo() throws {
        try environment.write { (transaction: inout WriteTransaction) throws(any Error) in
            try transaction.put([7, 9].span, for: [7].span, in: table)
            try transaction.withReader { reader throws(any Error) in
                #expect(try reader.bytes(for: [7].span, in: table) == [7, 9])
            }
            try transaction.put([8, 9].span, for: [8].span, in: table)
            try transaction.withReader { reader throws(any Error) in
                #expect(try keys(reader, prefix: []).count == 7)
            }
        }
    }

    @Test func loopsStopAndErrorsPassThrough() throws {
        try environment.read { (transaction: borrowing ReadTransaction) throws(any Error) in
            try transaction.withReader { reader throws(any Error) in
                var count = 0
                try reader.forEach(prefix: Span(), in: table) { _, _ in
                    count += 1
                    return count < 2
                }
                #expect(count == 2)
                var caught: Refusal?
                do throws(TransactionError<Refusal>) {
                    try reader.forEach(prefix: Span(), in: table) { _, _ throws(Refusal) in throw Refusal() }
                } catch {
                    if case .body(let inner) = error { caught = inner }
                }
                #expect(caught == Refusal())
                let key = [UInt8](repeating: 0, count: 512)
                let errors = [
                    storeError { try reader.forEach(prefix: key.span, in: table) { _, _ in true } },
                    storeError { _ = try reader.value(for: key.span, in: table) { $0.count } },
                    storeError { _ = try reader.firstEntry(atOrAfter: key.span, in: table) { _, _ in 1 } },
                    storeError { _ = try reader.bytes(for: Span(), in: table) },
                ]
                #expect(errors.allSatisfy { $0?.code == .keySize })
            }
        }
    }

    @Test func aReaderKeptTooLongTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [path = scratch.path("other.mdb") as String] in
            let environment = try Environment(path: path, options: .init(access: .create))
            let table = try environment.testTable()
            var kept: TransactionReader?
            try environment.read { (transaction: borrowing ReadTransaction) in
                transaction.withReader { kept = $0 }
            }
            _ = try kept?.entryCount(of: table)
        }
        expectSentence("A transaction's reader was used after its closure had ended.", in: result)
    }
}

/// Expects that a process that trapped said why.
func expectSentence(_ sentence: String, in result: ExitTest.Result?) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(sentence), "the process said: \(output)")
}

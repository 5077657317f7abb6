import LMDB
import Testing

@Suite struct TransactionTests {
    @Test func valuesComeBack() throws {
        let scratch = try Scratch()
        let environment = try scratch.create()
        let table = try environment.openTables(["events"], create: true)[0]
        try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
            try transaction.append([2, 3].span, for: [1].span, in: table)
            let back = try transaction.value(for: [1].span, in: table)?.count
            #expect(back == 2)
        }
        let bytes = try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
            guard let value = try transaction.value(for: [1].span, in: table) else { return [UInt8]() }
            return value.indices.map { value[$0] }
        }
        #expect(bytes == [2, 3])
    }
}

// expect: nothing
import LMDB

/// What the other files get wrong, done right: it proves that they fail for their own reason.
func properUse(_ environment: Environment, _ table: Table) throws -> Int {
    try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
        try transaction.put([2].span, for: [1].span, in: table)
        let count = try transaction.value(for: [1].span, in: table)?.count ?? 0
        try transaction.put([UInt8(count)].span, for: [2].span, in: table)
        try transaction.withReader { (reader: TransactionReader) throws(LMDBError) in
            _ = try reader.bytes(for: [1].span, in: table)
        }
    }
    return try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
        var cursor = try transaction.cursor(in: table)
        var sum = 0
        while let entry = try cursor.next() { sum += entry.key.count + entry.value.count }
        return sum
    }
}

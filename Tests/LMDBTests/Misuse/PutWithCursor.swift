// expect: overlapping accesses to 'transaction'
import LMDB

func misuse(_ environment: Environment, _ table: Table) throws {
    try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
        var cursor = try transaction.cursor(in: table)
        try transaction.put([2].span, for: [1].span, in: table)
        _ = try cursor.next()
    }
}

// expect: overlapping accesses to 'cursor'
import LMDB

func misuse(_ environment: Environment, _ table: Table) throws {
    try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
        var cursor = try transaction.cursor(in: table)
        let first = try cursor.next()
        _ = try cursor.next()
        print(first?.key.count ?? 0)
    }
}

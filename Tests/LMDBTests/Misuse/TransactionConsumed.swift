// expect: used after consume
import LMDB

func finish(_ transaction: consuming WriteTransaction) {}

func misuse(_ environment: Environment, _ table: Table) throws {
    try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
        finish(transaction)
        try transaction.put([2].span, for: [1].span, in: table)
    }
}

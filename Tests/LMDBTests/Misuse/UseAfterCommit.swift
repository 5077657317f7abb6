// expect: 'commit' is inaccessible
import LMDB

func misuse(_ environment: Environment, _ table: Table) throws {
    try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
        _ = transaction.commit()
        try transaction.put([2].span, for: [1].span, in: table)
    }
}

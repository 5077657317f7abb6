// expect: has no member 'put'
import LMDB

func misuse(_ environment: Environment, _ table: Table) throws {
    try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
        try transaction.put([1].span, for: [1].span, in: table)
    }
}

// expect: overlapping accesses to 'transaction'
import LMDB

func misuse(_ environment: Environment, _ table: Table) throws {
    try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
        try transaction.withReader { (reader: TransactionReader) throws(LMDBError) in
            try transaction.put([2].span, for: [1].span, in: table)
        }
    }
}

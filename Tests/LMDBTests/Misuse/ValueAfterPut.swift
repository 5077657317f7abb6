// expect: overlapping accesses to 'transaction'
import LMDB

func misuse(_ environment: Environment, _ table: Table) throws {
    try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
        let value = try transaction.value(for: [1].span, in: table)
        try transaction.put([2].span, for: [1].span, in: table)
        print(value?.count ?? 0)
    }
}

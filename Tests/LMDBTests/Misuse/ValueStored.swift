// expect: lifetime-dependent variable 'kept' escapes its scope
import LMDB

func misuse(_ environment: Environment, _ table: Table) throws {
    var kept = Span<UInt8>()
    try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
        if let value = try transaction.value(for: [1].span, in: table) { kept = value }
    }
    print(kept.count)
}

// expect: cannot be captured by an escaping closure
import LMDB

func misuse(_ environment: Environment, _ table: Table) throws {
    try environment.read { (transaction: borrowing ReadTransaction) in
        Task { print(try transaction.entryCount(of: table)) }
    }
}

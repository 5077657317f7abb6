// expect: risks causing data races
import LMDB

func misuse(_ environment: Environment, _ table: Table) throws {
    try environment.read { (transaction: borrowing ReadTransaction) in
        transaction.withReader { (reader: TransactionReader) in
            Task.detached { print(try reader.entryCount(of: table)) }
            print(reader)
        }
    }
}

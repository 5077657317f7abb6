// expect: cannot pass function of type
import LMDB

func later() async {}

func misuse(_ environment: Environment) async throws {
    try environment.read { (transaction: borrowing ReadTransaction) in
        await later()
    }
}

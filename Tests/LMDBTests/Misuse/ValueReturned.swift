// expect: requires that 'Span<UInt8>' conform to 'Escapable'
import LMDB

func misuse(_ environment: Environment, _ table: Table) throws {
    let kept: Span<UInt8>? = try environment.read { (transaction: borrowing ReadTransaction) in
        try transaction.value(for: [1].span, in: table)
    }
    print(kept?.count ?? 0)
}

// expect: requires that 'WriteTransaction' conform to 'Escapable'
import LMDB

func misuse(_ environment: Environment) throws {
    let kept: WriteTransaction = try environment.write { (transaction: inout WriteTransaction) in
        transaction
    }
    _ = kept
}

// expect: initializer is inaccessible
import LMDB

func misuse(_ environment: Environment) throws {
    let transaction = try ReadTransaction(environment)
    _ = transaction
}

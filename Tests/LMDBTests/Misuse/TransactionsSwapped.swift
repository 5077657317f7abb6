// expect: requires that 'WriteTransaction' conform to 'Escapable'
import LMDB

func misuse(_ one: Environment, _ other: Environment) throws {
    try one.write { (first: inout WriteTransaction) throws(LMDBError) in
        do {
            try other.write { (second: inout WriteTransaction) throws(LMDBError) in
                swap(&first, &second)
            }
        } catch { throw error.error }
    }
}

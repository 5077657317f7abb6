// expect: cannot return a ~Escapable result
import LMDB

final class Holder {
    var transaction: ReadTransaction?
}

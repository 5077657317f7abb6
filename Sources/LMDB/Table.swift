/// A handle of a named table: an ordered map from keys to values inside an environment.
///
/// A handle is valid for transactions that begin after the one that opened it was committed, and in that one.
/// Using it with another environment is a programmer error and traps.
public struct Table: Hashable, Sendable {
    /// LMDB's own number (`MDB_dbi`).
    let number: UInt32
    /// The environment that issued the handle; numbers of two environments overlap.
    let environment: UInt64
}

/// The form in which the rows of a set are stored; a set keeps its form until it is built anew.
enum StoredForm: UInt8, Sendable {
    /// Rows stand by table, then by the hash of their keys; every number of a row is written.
    case byTable = 1
    /// Rows stand by the first part of their keys, whatever their table; numbers that can be told are left out.
    ///
    /// The rows that one event changes most often share the first part of their keys: so they lie on one page of
    /// the file or two, where they would lie on as many pages as there are rows.
    case byGroup = 2
}

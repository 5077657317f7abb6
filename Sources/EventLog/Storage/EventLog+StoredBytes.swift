internal import LMDB
internal import Platform

extension EventLog {
    /// The bytes stored at a position as they are, unchecked; nil where nothing stands.
    ///
    /// For looking at a record that cannot be believed; everything else reads blocks, whose records are checked.
    ///
    /// - Complexity: O(log n), and the record's length.
    public func storedBytes(at position: UInt64) throws(LogError) -> [UInt8]? {
        try read { (transaction: borrowing ReadTransaction) throws(LogError) -> [UInt8]? in
            let key = LogTables.key(position: position)
            do throws(LMDBError) {
                guard let value = try transaction.value(for: key.span, in: tables.events) else { return nil }
                return [UInt8](copying: value)
            } catch { throw LogError(store: error) }
        }
    }
}

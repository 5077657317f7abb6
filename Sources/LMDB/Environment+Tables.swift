extension Environment {
    /// Opens tables in one committed transaction; call it once at start.
    ///
    /// - Parameters:
    ///   - names: the tables' names, 1...511 bytes each.
    ///   - create: whether tables that do not exist are made; false never changes the file.
    /// - Returns: the handles, in the order of `names`.
    /// - Throws: `.tableMissing` with the name; `.incompatible` when a table has flags, such as several
    ///   values per key; `.tablesFull` when there are more than ``Options/maxTables``.
    public func openTables(_ names: [String], create: Bool) throws(LMDBError) -> [Table] {
        let failure: LMDBError
        do {
            if create {
                return try write { (transaction: inout WriteTransaction) throws(LMDBError) in
                    var tables: [Table] = []
                    for name in names { tables.append(try transaction.createTable(named: name)) }
                    return tables
                }
            }
            return try read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
                var tables: [Table] = []
                for name in names { tables.append(try transaction.openTable(named: name)) }
                return tables
            }
        } catch {
            failure = error.error
        }
        throw failure
    }
}

internal import LMDB
internal import Platform

// The two records of the meta table, read and written inside a transaction.

extension ReadTransaction {
    func identity(in tables: LogTables) throws(LogError) -> LogIdentity {
        guard let bytes = try value(LogTables.MetaKey.identity, in: tables.meta) else {
            throw LogError(.notALog, "the log has no identity record")
        }
        return try LogIdentity(decoding: bytes.span)
    }

    func state(in tables: LogTables) throws(LogError) -> LogState {
        guard let bytes = try value(LogTables.MetaKey.head, in: tables.meta) else {
            throw LogError(.damaged, "the log has no head record")
        }
        return try LogState(decoding: bytes.span)
    }

    /// The value of a page of the stream index, or nil.
    func indexPage(
        _ page: UInt64, ofStream number: UInt32, in tables: LogTables
    ) throws(LogError) -> [UInt8]? {
        try StreamPages.find(page: page, ofStream: number) { key throws(LogError) in
            try value(key, in: tables.streamIndex)
        }
    }

    func value(_ key: [UInt8], in table: Table) throws(LogError) -> [UInt8]? {
        do {
            guard let span = try self.value(for: key.span, in: table) else { return nil }
            return [UInt8](copying: span)
        } catch { throw LogError(store: error) }
    }
}

extension WriteTransaction {
    func identity(in tables: LogTables) throws(LogError) -> LogIdentity {
        guard let bytes = try bytes(LogTables.MetaKey.identity, in: tables.meta) else {
            throw LogError(.notALog, "the log has no identity record")
        }
        return try LogIdentity(decoding: bytes.span)
    }

    func state(in tables: LogTables) throws(LogError) -> LogState {
        guard let bytes = try bytes(LogTables.MetaKey.head, in: tables.meta) else {
            throw LogError(.damaged, "the log has no head record")
        }
        return try LogState(decoding: bytes.span)
    }

    func bytes(_ key: [UInt8], in table: Table) throws(LogError) -> [UInt8]? {
        do {
            guard let span = try self.value(for: key.span, in: table) else { return nil }
            return [UInt8](copying: span)
        } catch { throw LogError(store: error) }
    }

    /// Appends the value of `key`, where there is one, to `bytes`.
    func read(_ key: [UInt8], in table: Table, into bytes: inout [UInt8]) throws(LogError) {
        do {
            if let span = try self.value(for: key.span, in: table) { bytes.append(copying: span) }
        } catch { throw LogError(store: error) }
    }

    mutating func store(_ identity: LogIdentity, in tables: LogTables) throws(LogError) {
        try write(identity.encoded, for: LogTables.MetaKey.identity, in: tables.meta)
    }

    mutating func store(_ state: LogState, in tables: LogTables) throws(LogError) {
        try write(state.encoded, for: LogTables.MetaKey.head, in: tables.meta)
    }

    mutating func write(_ value: [UInt8], for key: [UInt8], in table: Table) throws(LogError) {
        do { try put(value.span, for: key.span, in: table) } catch { throw LogError(store: error) }
    }
}

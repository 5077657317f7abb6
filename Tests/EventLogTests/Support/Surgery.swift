import LMDB

/// Changes a closed log's tables behind its back.
enum Surgery {
    private static func open<Result>(
        _ path: String, _ name: String, _ body: (Environment, Table) throws -> Result
    ) throws -> Result {
        let environment = try Environment(path: path, options: .init(access: .open))
        defer { environment.close() }
        return try body(environment, try environment.openTables([name], create: false)[0])
    }

    static func value(_ key: [UInt8], in table: String, of path: String) throws -> [UInt8] {
        try open(path, table) { environment, table in
            try environment.read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
                guard let value = try transaction.value(for: key.span, in: table) else { return [] }
                return bytes(of: value)
            }
        }
    }

    static func put(_ value: [UInt8], for key: [UInt8], in table: String, of path: String) throws {
        try open(path, table) { environment, table in
            try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
                try transaction.put(value.span, for: key.span, in: table)
            }
        }
    }

    static func delete(_ key: [UInt8], in table: String, of path: String) throws {
        try open(path, table) { environment, table in
            _ = try environment.write { (transaction: inout WriteTransaction) throws(LMDBError) in
                try transaction.delete(key.span, in: table)
            }
        }
    }
}

import Foundation
import LMDB

/// A directory of its own for one test, removed with the object.
final class Scratch: Sendable {
    let directory: String

    init() throws {
        directory = NSTemporaryDirectory() + "lmdb-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// A path inside the directory.
    func path(_ name: String = "log.mdb") -> String { directory + "/" + name }

    func create(_ options: Environment.Options = .init(access: .create)) throws(LMDBError) -> Environment {
        try Environment(path: path(), options: options)
    }

    func open(_ options: Environment.Options = .init(access: .open)) throws(LMDBError) -> Environment {
        try Environment(path: path(), options: options)
    }

    /// The names of the files in the directory, sorted.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
    }

    /// The permission bits of a file in the directory.
    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}

extension Environment {
    /// The one table that most tests use.
    func testTable() throws(LMDBError) -> Table {
        try openTables(["events"], create: !options.isReadOnly)[0]
    }

    /// Stores one value in a transaction of its own.
    func put(_ value: [UInt8], for key: [UInt8], in table: Table) throws(LMDBError) {
        let failure: LMDBError
        do {
            return try write { (transaction: inout WriteTransaction) throws(LMDBError) in
                try transaction.put(value.span, for: key.span, in: table)
            }
        } catch { failure = error.error }
        throw failure
    }

    /// A copy of one value, read in a transaction of its own.
    func get(_ key: [UInt8], in table: Table) throws(LMDBError) -> [UInt8]? {
        let failure: LMDBError
        do {
            return try read { (transaction: borrowing ReadTransaction) throws(LMDBError) in
                guard let value = try transaction.value(for: key.span, in: table) else { return nil }
                return value.bytesCopied
            }
        } catch { failure = error.error }
        throw failure
    }
}

extension Span<UInt8> {
    /// The bytes as an array.
    var bytesCopied: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}

/// The store's error that `body` throws, whichever side of a transaction it comes from; nil for none.
func storeError(_ body: () throws -> Void) -> LMDBError? {
    do {
        try body()
        return nil
    } catch let error as LMDBError {
        return error
    } catch let error as TransactionError<LMDBError> {
        return error.error
    } catch let error as TransactionError<Never> {
        return error.error
    } catch let error as TransactionError<any Error> {
        if case .store(let inner) = error { return inner }
        return nil
    } catch {
        return nil
    }
}

/// A key of eight bytes whose order is that of the numbers.
func key(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
}

import Foundation
import LMDB
import Testing

@Suite struct LMDBErrorTests {
    @Test func anErrorSaysWhatWhereAndWhy() {
        let error = LMDBError(code: .mapFull, operation: "put a value", path: "/a/b.mdb", message: "no room")
        #expect(error.description == "cannot put a value: no room [mapFull] (/a/b.mdb)")
        let system = LMDBError(code: .ioError, operation: "commit", path: "/a", systemError: EIO)
        #expect(system.message == "Input/output error")
        #expect(LMDBError(code: .keyExists, operation: "", path: "").message.contains("MDB_KEYEXIST"))
    }

    @Test func codesAreNamedAndDiffer() {
        let codes: [LMDBError.Code] = [
            .keyExists, .notFound, .pageNotFound, .corrupted, .panic, .versionMismatch, .invalid, .mapFull,
            .tablesFull, .readersFull, .transactionFull, .cursorFull, .pageFull, .mapResized, .incompatible,
            .badReaderSlot, .badTransaction, .badValueSize, .badTable, .missing, .exists, .permission,
            .readOnlyFileSystem, .diskFull, .ioError, .outOfMemory, .invalidArgument, .busy, .alreadyOpen,
            .closed, .usedAfterFork, .reopenRequired, .notALog, .keySize, .tableMissing, .networkFileSystem,
            .standardStreamClosed, .tableName, .replaced,
        ]
        #expect(Set(codes).count == codes.count)
        #expect(Set(codes.map(\.description)).count == codes.count)
        #expect(codes.allSatisfy { !$0.description.hasPrefix("code ") })
        #expect(LMDBError.Code(rawValue: 12_345).description == "code 12345")
        #expect(LMDBError.Code(rawValue: -30_799) == .keyExists)
    }

    @Test func someErrorsPassAndSomeNeedANewEnvironment() {
        func error(_ code: LMDBError.Code) -> LMDBError { LMDBError(code: code, operation: "", path: "") }
        for code: LMDBError.Code in [.mapResized, .readersFull, .busy, .diskFull] {
            #expect(error(code).isRetryable && !error(code).needsReopening)
        }
        for code: LMDBError.Code in [.panic, .reopenRequired] {
            #expect(error(code).needsReopening && !error(code).isRetryable)
        }
        #expect(!error(.keyExists).isRetryable && !error(.keyExists).needsReopening)
    }

    @Test func aTransactionsErrorHasOneFace() {
        let error = LMDBError(code: .closed, operation: "read", path: "")
        #expect(TransactionError<LMDBError>.store(error).error == error)
        #expect(TransactionError<LMDBError>.body(error).error == error)
        #expect(TransactionError<Never>.store(error).error == error)
        #expect(TransactionError<LMDBError>.body(error).description == error.description)
    }
}

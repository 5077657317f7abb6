internal import LMDB
internal import Synchronization

extension EventLog: SideStore {
    package func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result {
        let tables = tables
        do {
            return try environment.read { (transaction: borrowing ReadTransaction) throws(any Error) in
                let head = try transaction.state(in: tables).position
                return try transaction.withReader { (reader: TransactionReader) throws(any Error) in
                    try body(StoreReader(reader, tables, storedHead: head))
                }
            }
        } catch {
            switch error {
            case .store(let error): throw LogError(store: error)
            case .body(let error): throw error
            }
        }
    }

    package func changeSide<Result>(
        _ body: (any SideReader) throws -> ([SideChange], Result)
    ) throws -> Result {
        guard access == .write else {
            throw LogError(.readOnly, "the log was opened for reading only", path: path)
        }
        let tables = tables
        do {
            return try environment.write { (transaction: inout WriteTransaction) throws(any Error) in
                let head = try transaction.state(in: tables).position
                let (changes, result) = try transaction.withReader {
                    (reader: TransactionReader) throws(any Error) in
                    try body(StoreReader(reader, tables, storedHead: head))
                }
                try transaction.apply(changes, in: tables)
                return result
            }
        } catch {
            switch error {
            case .store(let error): throw LogError(store: error)
            case .body(let error): throw error
            }
        }
    }

    package func setParticipant(_ participant: (any AppendParticipant)?) {
        self.participant.withLock { $0 = participant }
    }
}

internal import LMDB

/// What the planner and the projections may ask of the store inside one transaction.
final class StoreReader: AppendLookup, SideReader {
    private let reader: TransactionReader
    private let tables: LogTables
    let storedHead: UInt64
    /// Events of this transaction that are not in the store yet.
    private var new = EventBlock()

    init(_ reader: TransactionReader, _ tables: LogTables, storedHead: UInt64) {
        self.reader = reader
        self.tables = tables
        self.storedHead = storedHead
    }

    /// Lets `read` see the events that this transaction is about to write.
    func show(_ block: EventBlock) { new = block }

    func stream(named name: StreamName) throws(LogError) -> StreamState? {
        guard
            let bytes = try lmdb({ () throws(LMDBError) in
                try reader.bytes(for: name.bytes.span, in: tables.streams)
            })
        else { return nil }
        guard let state = StreamState(decoding: bytes.span) else {
            throw LogError.damaged(stream: name)
        }
        return state
    }

    func position(ofIndexed id: EventID) throws(LogError) -> UInt64? {
        guard
            let bytes = try lmdb({ () throws(LMDBError) in
                try reader.bytes(for: id.bytes.span, in: tables.ids)
            })
        else { return nil }
        guard bytes.count == 8 else { throw LogError(.damaged, "the entry of id \(id) is damaged") }
        return bytes.span.littleEndian64(at: 0)
    }

    func read(_ position: UInt64, into block: inout EventBlock) throws(LogError) {
        let head = storedHead + UInt64(new.count)
        guard position >= 1, position <= head else { throw LogError.outOfRange(position, head: head) }
        if position > storedHead {
            new.copyEntry(at: Int(position - storedHead) - 1, into: &block)
            return
        }
        block.removeAll()
        let key = LogTables.key(position: position)
        guard
            let record = try lmdb({ () throws(LMDBError) in
                try reader.bytes(for: key.span, in: tables.events)
            })
        else {
            block.append(missing: position...position, reason: .undeclared)
            return
        }
        block.append(copying: record.span, foundAt: position)
    }

    func value(in table: SideTable, for key: [UInt8], _ body: (Span<UInt8>) throws -> Void) throws -> Bool {
        do {
            let found: Void? = try reader.value(for: key.span, in: tables[table]) { bytes throws(any Error) in
                try body(bytes)
            }
            return found != nil
        } catch {
            switch error {
            case .store(let error): throw LogError(store: error)
            case .body(let error): throw error
            }
        }
    }

    func forEach(
        in table: SideTable, prefix: [UInt8], _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
    ) throws {
        do {
            try reader.forEach(prefix: prefix.span, in: tables[table]) { key, value throws(any Error) in
                try body(key, value)
            }
        } catch {
            switch error {
            case .store(let error): throw LogError(store: error)
            case .body(let error): throw error
            }
        }
    }
}

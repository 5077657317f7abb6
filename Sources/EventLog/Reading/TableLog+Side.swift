internal import Platform

extension TableLog: SideStore {
    package func readSide<Result>(_ body: (any SideReader) throws -> Result) throws -> Result {
        let reader = TableSideReader(self)
        defer { reader.end() }
        return try body(reader)
    }

    package func changeSide<Result>(
        _ body: (any SideReader) throws -> ([SideChange], Result)
    ) throws -> Result {
        throw LogError(.readOnly, "the log was opened for reading only")
    }

    package func setParticipant(_ participant: (any AppendParticipant)?) {}
}

/// The answer of a log over raw tables to `SideReader`.
private final class TableSideReader: SideReader {
    private let log: TableLog
    private var isOpen = true

    init(_ log: TableLog) { self.log = log }

    var storedHead: UInt64 { log.state.position }

    func end() { isOpen = false }

    func value(in table: SideTable, for key: [UInt8], _ body: (Span<UInt8>) throws -> Void) throws -> Bool {
        precondition(isOpen, "a side reader was used after the call that handed it out")
        guard let value = try log.tables.value(key, in: .side(table)) else { return false }
        try body(value.span)
        return true
    }

    func forEach(
        in table: SideTable, prefix: [UInt8], _ body: (Span<UInt8>, Span<UInt8>) throws -> Bool
    ) throws {
        precondition(isOpen, "a side reader was used after the call that handed it out")
        try log.tables.forEach(from: prefix, in: .side(table)) { key, value in
            guard key.count >= prefix.count else { return false }
            for index in prefix.indices where key[index] != prefix[index] { return false }
            return try body(key, value)
        }
    }

    func read(_ position: UInt64, into block: inout EventBlock) throws(LogError) {
        precondition(isOpen, "a side reader was used after the call that handed it out")
        guard position >= 1, position <= storedHead else {
            throw LogError.outOfRange(position, head: storedHead)
        }
        block.removeAll()
        log.append(position, to: &block)
    }
}

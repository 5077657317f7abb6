public import EventLog
import Platform

extension RowStore: Rows {
    /// A key of one part.
    public mutating func key(_ part: Span<UInt8>) -> Key {
        let start = keysEnd
        append(part)
        return key(from: start)
    }

    /// A key of two parts.
    public mutating func key(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Key {
        let start = keysEnd
        append(first)
        append(second)
        return key(from: start)
    }

    /// A key of three parts.
    public mutating func key(
        _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>
    ) -> Key {
        let start = keysEnd
        append(first)
        append(second)
        append(third)
        return key(from: start)
    }

    /// Appends a part and its length to the key bytes.
    @inline(__always)
    private mutating func append(_ part: Span<UInt8>) {
        reserveKeys(part.count + VariableInteger.maximumBytes)
        var end = keysEnd
        var length = part.count
        keysEnd += VariableInteger.byteCount(of: UInt64(length)) + length
        var bytes = keys.mutableSpan
        while length >= 0x80 {
            bytes[end] = UInt8(truncatingIfNeeded: length) | 0x80
            length >>= 7
            end += 1
        }
        bytes[end] = UInt8(truncatingIfNeeded: length)
        end += 1
        bytes.overwrite(from: end, with: part)
    }

    @inline(__always)
    private func key(from start: Int) -> Key {
        let length = keysEnd - start
        return Key(
            hash: Key.HashValue(keys.span.extracting(start..<start + length)), start: start, length: length)
    }

    /// The row under `key`, or nil.
    public mutating func row(_ table: Table, _ key: Key) -> Row? {
        let number = locate(key, list: list(of: table))
        guard number != Self.none, entries[Int(number)].isLive else { return nil }
        return contents[Int(number)].row
    }

    /// Whether the event being applied has put the row under `key`.
    public mutating func isSetNow(_ table: Table, _ key: Key) -> Bool {
        let number = locate(key, list: list(of: table))
        guard number != Self.none, entries[Int(number)].isLive else { return false }
        return contents[Int(number)].since == position
    }

    /// Puts a row under `key`; one with equal values is no change and keeps its `since`.
    public mutating func set(_ table: Table, _ key: Key, _ row: Row, because reason: Reason) {
        let list = list(of: table)
        let number = locate(key, list: list)
        let isLive = number != Self.none && entries[Int(number)].isLive
        if isLive, contents[Int(number)].row == row { return }
        if hears(table) {
            let before = isLive ? contents[Int(number)] : nil
            tell(isLive ? .set : .insert, table, key.start, key.length, before, row, reason)
        }
        put(row, key, list: list, found: number)
    }

    /// Takes the row under `key` away and returns it; nil when there was none.
    @discardableResult
    public mutating func remove(_ table: Table, _ key: Key, because reason: Reason) -> Row? {
        let number = locate(key, list: list(of: table))
        guard number != Self.none, entries[Int(number)].isLive else { return nil }
        let row = contents[Int(number)].row
        remove(number, table, reason)
        return row
    }

    /// Takes away every row whose key begins with the parts of `prefix`, and returns how many there were.
    @discardableResult
    public mutating func removeAll(_ table: Table, prefix: Key, because reason: Reason) -> Int {
        let list = list(of: table)
        loadAll(list)
        let bytes = Array(keys[prefix.start..<prefix.start + prefix.length])
        let numbers = entriesByKey(ofList: Int(list)) { keyBytes($0).starts(with: bytes) }
        for number in numbers { remove(number, table, reason) }
        return numbers.count
    }

    /// Takes away every row whose key is not among `kept`, and returns how many there were.
    @discardableResult
    public mutating func removeAll(
        _ table: Table, except kept: Set<RowKey>, because reason: Reason
    ) -> Int {
        let list = list(of: table)
        loadAll(list)
        let numbers = entriesByKey(ofList: Int(list)) { !kept.contains(RowKey(bytes: Array(keyBytes($0)))) }
        for number in numbers { remove(number, table, reason) }
        return numbers.count
    }

    /// Takes away the rows of lowest `order` until at most `count` are left.
    public mutating func trim(_ table: Table, to count: Int, because reason: Reason) {
        precondition(table.layout == .packed, "only packed tables can be trimmed")
        precondition(count >= 0, "a table cannot be trimmed to a negative count")
        let list = Int(list(of: table))
        loadAll(UInt32(list))
        while Int(lists[list].count) > count { remove(lists[list].first, table, reason) }
    }

    /// Notes that the event changes nothing under `key`, and why.
    public mutating func ignore(_ table: Table, _ key: Key, because reason: Reason) {
        guard hears(table) else { return }
        let number = locate(key, list: list(of: table))
        let content = number != Self.none && entries[Int(number)].isLive ? contents[Int(number)] : nil
        tell(.ignore, table, key.start, key.length, content, content?.row, reason)
    }

    /// Calls `body` with an earlier event of this stream.
    public mutating func past(
        _ position: UInt64, _ body: (borrowing Event, inout RowStore) throws(FoldError) -> Void
    ) throws(FoldError) {
        var block = pastBlock
        pastBlock = EventBlock()
        defer { pastBlock = block }
        do {
            guard let pastReader else {
                throw FoldError(.sourceUnavailable, "event \(position) cannot be read here")
            }
            try pastReader.read(position, into: &block)
        } catch let error as FoldError {
            throw error
        } catch {
            throw FoldError(.sourceUnavailable, "event \(position), which is needed, cannot be read")
        }
        guard !block.isEmpty, let event = block.event(at: 0), event.position == position,
            event.streamNumber == stream
        else {
            throw FoldError(
                .sourceUnavailable, "event \(position), which is needed, is withheld, missing or unreadable")
        }
        try body(event, &self)
    }

    private mutating func remove(_ number: UInt32, _ table: Table, _ reason: Reason) {
        if hears(table) {
            let entry = entries[Int(number)]
            tell(
                .remove, table, entry.keyStart, Int(entry.keyLength), contents[Int(number)], nil, reason)
        }
        take(number)
    }
}

import Digest

/// The values of stored rows.
///
/// A value begins with a byte that says its form, and ends with a 64-bit XXH3 of what is before it, seeded
/// with the hash of the key: so a value that was moved to another key does not pass. A row is its order,
/// source and four values, and its `since`, each as a variable integer, then its own key; in a packed value a
/// count comes first and each key is preceded by its length.
enum StoredRowCodec {
    /// The value is not what was written.
    struct Damage: Error {}

    private static let keyedForm: UInt8 = 1
    private static let packedForm: UInt8 = 2
    private static let checksumBytes = 8

    // MARK: Writing

    static func keyed(_ row: Row, since: UInt64, key: ArraySlice<UInt8>, under storedKey: [UInt8]) -> [UInt8]
    {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(40 + key.count)
        bytes.append(keyedForm)
        append(row, since, to: &bytes)
        bytes += key
        seal(&bytes, storedKey)
        return bytes
    }

    static func packed(
        count: Int, under storedKey: [UInt8],
        _ rows: (_ add: (Row, UInt64, ArraySlice<UInt8>) -> Void) -> Void
    ) -> [UInt8] {
        var bytes: [UInt8] = [packedForm]
        VariableInteger.append(UInt64(count), to: &bytes)
        rows { row, since, key in
            VariableInteger.append(UInt64(key.count), to: &bytes)
            bytes += key
            append(row, since, to: &bytes)
        }
        seal(&bytes, storedKey)
        return bytes
    }

    private static func append(_ row: Row, _ since: UInt64, to bytes: inout [UInt8]) {
        VariableInteger.append(row.order, to: &bytes)
        VariableInteger.append(row.source, to: &bytes)
        VariableInteger.append(signed: row.a, to: &bytes)
        VariableInteger.append(signed: row.b, to: &bytes)
        VariableInteger.append(signed: row.c, to: &bytes)
        VariableInteger.append(signed: row.d, to: &bytes)
        VariableInteger.append(since, to: &bytes)
    }

    /// Appends the checksum.
    static func seal(_ bytes: inout [UInt8], _ storedKey: [UInt8]) {
        let checksum = XXH3.hash64(bytes.span, seed: XXH3.hash64(storedKey.span))
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: checksum >> shift))
        }
    }

    // MARK: Reading

    /// The end of what the checksum covers.
    ///
    /// - Throws: `Damage` when the checksum does not match.
    static func checkedEnd(of value: Span<UInt8>, under storedKey: Span<UInt8>) throws(Damage) -> Int {
        let end = value.count - checksumBytes
        guard end >= 1 else { throw Damage() }
        var stored: UInt64 = 0
        for index in end..<value.count { stored = stored << 8 | UInt64(value[index]) }
        let checksum = XXH3.hash64(value.extracting(0..<end), seed: XXH3.hash64(storedKey))
        guard stored == checksum else { throw Damage() }
        return end
    }

    /// The row of a keyed table.
    static func keyedRow(_ value: Span<UInt8>, under storedKey: Span<UInt8>) throws(Damage) -> TableRow {
        let end = try checkedEnd(of: value, under: storedKey)
        guard value[0] == keyedForm else { throw Damage() }
        let body = value.extracting(0..<end)
        var position = 1
        let (row, since) = try row(body, at: &position)
        var key: [UInt8] = []
        key.reserveCapacity(end - position)
        for index in position..<end { key.append(body[index]) }
        return TableRow(key: RowKey(bytes: key), values: row, since: since)
    }

    /// The rows of a packed table, by order.
    static func packedRows(_ value: Span<UInt8>, under storedKey: Span<UInt8>) throws(Damage) -> [TableRow] {
        let end = try checkedEnd(of: value, under: storedKey)
        guard value[0] == packedForm else { throw Damage() }
        let body = value.extracting(0..<end)
        var position = 1
        guard let count = VariableInteger.read(body, at: &position), count <= UInt64(end) else {
            throw Damage()
        }
        var rows: [TableRow] = []
        for _ in 0..<count {
            guard let length = VariableInteger.read(body, at: &position), length <= UInt64(end - position)
            else { throw Damage() }
            var key: [UInt8] = []
            for index in position..<position + Int(length) { key.append(body[index]) }
            position += Int(length)
            let (row, since) = try row(body, at: &position)
            rows.append(TableRow(key: RowKey(bytes: key), values: row, since: since))
        }
        return rows
    }

    private static func row(_ body: Span<UInt8>, at position: inout Int) throws(Damage) -> (Row, UInt64) {
        guard let order = VariableInteger.read(body, at: &position),
            let source = VariableInteger.read(body, at: &position),
            let a = VariableInteger.readSigned(body, at: &position),
            let b = VariableInteger.readSigned(body, at: &position),
            let c = VariableInteger.readSigned(body, at: &position),
            let d = VariableInteger.readSigned(body, at: &position),
            let since = VariableInteger.read(body, at: &position)
        else { throw Damage() }
        return (Row(order: order, source: source, a: a, b: b, c: c, d: d), since)
    }
}

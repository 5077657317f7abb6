import Digest
import Platform

/// The values of stored rows.
///
/// A value begins with a byte that says its form, and ends with a 64-bit XXH3 of what is before it, seeded
/// with the hash of the key: so a value that was moved to another key does not pass. A row is its order,
/// source and four values, and its `since`, each as a variable integer, then its own key; in a packed value a
/// count comes first and each key is preceded by its length. In the short forms a byte comes before the numbers
/// that says which of them are left out: a source and a `since` that equal the order, and values that are 0.
enum StoredRowCodec {
    /// The value is not what was written.
    struct Damage: Error {}

    private static let keyedForm: UInt8 = 1
    private static let packedForm: UInt8 = 2
    private static let shortKeyedForm: UInt8 = 3
    private static let shortPackedForm: UInt8 = 4
    private static let checksumBytes = 8

    // MARK: Writing

    static func keyed(
        _ row: Row, since: UInt64, key: Span<UInt8>, under storedKey: [UInt8], _ form: StoredForm
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: 1 + mostRowBytes + key.count + checksumBytes) { output in
            output.append(form == .byTable ? keyedForm : shortKeyedForm)
            output.append(row, since: since, form)
            output.append(copying: key)
            output.appendChecksum(under: storedKey.span)
        }
        return bytes
    }

    /// The value of a packed table.
    ///
    /// - Parameters:
    ///   - count: How many rows it has.
    ///   - known: The first of them, as they stand in an earlier value.
    ///   - rows: Adds the others.
    static func packed(
        count: Int, after known: Span<UInt8> = Span(), under storedKey: [UInt8], _ form: StoredForm,
        _ rows: (_ add: (Row, UInt64, Span<UInt8>) -> Void) -> Void
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * usualRowBytes)
        bytes.append(form == .byTable ? packedForm : shortPackedForm)
        VariableInteger.append(UInt64(count), to: &bytes)
        bytes.append(copying: known)
        rows { row, since, key in
            bytes.append(addingCapacity: VariableInteger.maximumBytes + key.count + mostRowBytes) { output in
                output.append(variable: UInt64(key.count))
                output.append(copying: key)
                output.append(row, since: since, form)
            }
        }
        seal(&bytes, storedKey)
        return bytes
    }

    /// The most bytes that a row takes without its key: seven numbers, and which of them there are.
    private static let mostRowBytes = 1 + 7 * VariableInteger.maximumBytes
    /// What a packed row takes most often, its key included.
    private static let usualRowBytes = 32

    /// Appends the checksum.
    static func seal(_ bytes: inout [UInt8], _ storedKey: [UInt8]) {
        let checksum = checksum(of: bytes.span, under: storedKey.span)
        bytes.append(addingCapacity: checksumBytes) { $0.append(bigEndian: checksum) }
    }

    fileprivate static func checksum(of bytes: Span<UInt8>, under storedKey: Span<UInt8>) -> UInt64 {
        XXH3.hash64(bytes, seed: XXH3.hash64(storedKey))
    }

    // MARK: Places

    /// Where the rows begin in the value of a packed table.
    static func startOfRows(count: Int) -> Int { 1 + VariableInteger.byteCount(of: UInt64(count)) }

    /// Where the rows end in the value of a packed table.
    static func endOfRows(in value: [UInt8]) -> Int { value.count - checksumBytes }

    /// Where the row ends that begins at `start`; nil where none does.
    static func endOfRow(_ value: Span<UInt8>, from start: Int, _ form: StoredForm) -> Int? {
        var position = start
        guard let length = VariableInteger.read(value, at: &position),
            length <= UInt64(value.count - position)
        else { return nil }
        position += Int(length)
        var numbers = 7
        if form == .byGroup {
            guard position < value.count else { return nil }
            numbers -= value[position].nonzeroBitCount
            position += 1
        }
        for _ in 0..<numbers where VariableInteger.read(value, at: &position) == nil { return nil }
        return position
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
        guard stored == checksum(of: value.extracting(0..<end), under: storedKey) else { throw Damage() }
        return end
    }

    /// The row of a keyed table.
    static func keyedRow(_ value: Span<UInt8>, under storedKey: Span<UInt8>) throws(Damage) -> TableRow {
        let end = try checkedEnd(of: value, under: storedKey)
        guard value[0] == keyedForm || value[0] == shortKeyedForm else { throw Damage() }
        let body = value.extracting(0..<end)
        var position = 1
        let (row, since) = try row(body, at: &position, isShort: value[0] == shortKeyedForm)
        var key: [UInt8] = []
        key.reserveCapacity(end - position)
        for index in position..<end { key.append(body[index]) }
        return TableRow(key: RowKey(bytes: key), values: row, since: since)
    }

    /// The rows of a packed table, by order.
    static func packedRows(_ value: Span<UInt8>, under storedKey: Span<UInt8>) throws(Damage) -> [TableRow] {
        let end = try checkedEnd(of: value, under: storedKey)
        guard value[0] == packedForm || value[0] == shortPackedForm else { throw Damage() }
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
            let (row, since) = try row(body, at: &position, isShort: value[0] == shortPackedForm)
            rows.append(TableRow(key: RowKey(bytes: key), values: row, since: since))
        }
        return rows
    }

    private static func row(
        _ body: Span<UInt8>, at position: inout Int, isShort: Bool
    ) throws(Damage) -> (Row, UInt64) {
        var omissions = RowOmissions()
        if isShort {
            guard position < body.count, let known = RowOmissions(stored: body[position]) else {
                throw Damage()
            }
            omissions = known
            position += 1
        }
        guard let order = VariableInteger.read(body, at: &position) else { throw Damage() }
        var row = Row(order: order)
        row.source = try number(body, at: &position, omissions, .source, else: order)
        row.a = VariableInteger.signed(try number(body, at: &position, omissions, .a))
        row.b = VariableInteger.signed(try number(body, at: &position, omissions, .b))
        row.c = VariableInteger.signed(try number(body, at: &position, omissions, .c))
        row.d = VariableInteger.signed(try number(body, at: &position, omissions, .d))
        return (row, try number(body, at: &position, omissions, .since, else: order))
    }

    /// The next number, or the usual one where it is left out.
    private static func number(
        _ body: Span<UInt8>, at position: inout Int, _ omissions: RowOmissions, _ omission: RowOmissions,
        else usual: UInt64 = 0
    ) throws(Damage) -> UInt64 {
        if omissions.contains(omission) { return usual }
        guard let value = VariableInteger.read(body, at: &position) else { throw Damage() }
        return value
    }
}

extension OutputSpan<UInt8> {
    /// Appends a row without its key.
    fileprivate mutating func append(_ row: Row, since: UInt64, _ form: StoredForm) {
        let omissions = form == .byTable ? [] : RowOmissions(of: row, since: since)
        if form == .byGroup { append(omissions.rawValue) }
        append(variable: row.order)
        if !omissions.contains(.source) { append(variable: row.source) }
        if !omissions.contains(.a) { append(signedVariable: row.a) }
        if !omissions.contains(.b) { append(signedVariable: row.b) }
        if !omissions.contains(.c) { append(signedVariable: row.c) }
        if !omissions.contains(.d) { append(signedVariable: row.d) }
        if !omissions.contains(.since) { append(variable: since) }
    }

    /// Appends the checksum of what is here.
    fileprivate mutating func appendChecksum(under storedKey: Span<UInt8>) {
        append(bigEndian: StoredRowCodec.checksum(of: span, under: storedKey))
    }

    /// Appends the bytes of a number, high ones first.
    @inline(__always)
    mutating func append<Number: FixedWidthInteger>(bigEndian value: Number) {
        var shift = Number.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> Number(shift)))
        }
    }
}

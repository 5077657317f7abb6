import Digest

/// The keys of stored rows: projection number, generation, stream, table and the hash of the row's own key.
///
/// All numbers are big-endian, so that keys of one stream and table stand together. A packed table has one
/// value for each stream, under the key without a hash.
struct StoredKey: Hashable {
    /// The bytes before the hash.
    static let prefixBytes = 11

    let set: UInt16
    let generation: UInt32
    /// In which order the rows of a table stand.
    var order = RowOrder.grouped

    /// In which order the rows of one stream and table stand.
    enum RowOrder: UInt8, Sendable {
        /// By the hash of the row's key.
        case hashed = 1
        /// By the hash of the first part of the row's key, then by that of all of it.
        ///
        /// What an event changes most often shares the first part: so it stands on one page or two of the file.
        case grouped = 2
    }

    /// The bytes that every key of the set begins with, in any generation.
    static func prefix(ofSet set: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: set >> 8), UInt8(truncatingIfNeeded: set)]
    }

    /// The bytes that every key of this generation begins with.
    var prefix: [UInt8] {
        var bytes = Self.prefix(ofSet: set)
        append(generation, to: &bytes)
        return bytes
    }

    /// The key of a packed table, and what the keys of a keyed one begin with.
    func table(_ tableID: UInt8, stream: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: Self.prefixBytes) { append(tableID, stream, to: &$0) }
        return bytes
    }

    /// What stands for a row's own key in its stored key.
    ///
    /// - Parameters:
    ///   - key: The row's key.
    ///   - hash: Its hash.
    func place(of key: Span<UInt8>, _ hash: Key.HashValue) -> Key.HashValue {
        guard order == .grouped else { return hash }
        var end = 0
        if let length = VariableInteger.read(key, at: &end), length <= UInt64(key.count - end) {
            end += Int(length)
        } else {
            end = key.count
        }
        let group = XXH3.hash64(key.extracting(0..<end))
        return Key.HashValue(low: hash.low, high: group << 32 | hash.high & 0xFFFF_FFFF)
    }

    /// The key of a row in a keyed table.
    ///
    /// - Parameter hash: What `place(of:_:)` gives for the row's own key.
    func row(_ tableID: UInt8, stream: UInt32, hash: Key.HashValue) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: Self.prefixBytes + Hash128.byteCount) { output in
            append(tableID, stream, to: &output)
            output.append(bigEndian: hash.high)
            output.append(bigEndian: hash.low)
        }
        return bytes
    }

    private func append(_ tableID: UInt8, _ stream: UInt32, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(truncatingIfNeeded: set >> 8))
        output.append(UInt8(truncatingIfNeeded: set))
        output.append(bigEndian: UInt64(generation) << 32 | UInt64(stream))
        output.append(tableID)
    }

    /// The stream and table that a key of this set names, or nil when it is no such key.
    static func place(in key: Span<UInt8>) -> (stream: UInt32, tableID: UInt8)? {
        guard key.count >= prefixBytes else { return nil }
        var stream: UInt32 = 0
        for index in 6..<10 { stream = stream << 8 | UInt32(key[index]) }
        return (stream, key[10])
    }

    private func append(_ value: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt32(24), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

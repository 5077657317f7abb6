/// The keys of stored rows: projection number, generation, stream, and then what the form says.
///
/// By table: the table, and the 16 bytes of the hash of the row's own key. By group: 4 bytes of the hash of the
/// first part of that key, the table, and 12 bytes of the hash of all of it. All numbers are big-endian, so that keys
/// of one stream stand together. A packed table has one value for each stream, under projection number, generation,
/// stream and table.
struct StoredKey: Hashable {
    /// The bytes of a packed table's key.
    static let packedBytes = 11
    /// The bytes of a row's key.
    private static let rowBytes = 27
    /// Where the table stands in the key of a row that stands by group.
    private static let groupedTable = 14

    let set: UInt16
    let generation: UInt32
    /// The form of the set's rows.
    var form = StoredForm.byGroup

    /// The bytes that every key of the set begins with, in any generation.
    static func prefix(ofSet set: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: set >> 8), UInt8(truncatingIfNeeded: set)]
    }

    /// The bytes that every key of this generation begins with.
    var prefix: [UInt8] {
        var bytes = Self.prefix(ofSet: set)
        bytes.append(addingCapacity: 4) { $0.append(bigEndian: generation) }
        return bytes
    }

    /// The key of a packed table.
    func table(_ tableID: UInt8, stream: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: Self.packedBytes) { output in
            append(stream, to: &output)
            output.append(tableID)
        }
        return bytes
    }

    /// What the keys of a keyed table's rows begin with; they need not be the only ones that do.
    func prefix(ofKeyed tableID: UInt8, stream: UInt32) -> [UInt8] {
        guard form == .byGroup else { return table(tableID, stream: stream) }
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: Self.packedBytes) { append(stream, to: &$0) }
        return bytes
    }

    /// Where a row of a keyed table stands.
    ///
    /// - Parameters:
    ///   - key: The row's own key.
    ///   - hash: Its hash.
    func place(_ tableID: UInt8, stream: UInt32, key: Span<UInt8>, _ hash: Key.HashValue) -> StoredPlace {
        StoredPlace(stream: stream, tableID: tableID, key: key, hash: hash, form: form)
    }

    /// The key of a row in a keyed table.
    func row(_ place: StoredPlace) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: Self.rowBytes) { output in
            append(place.stream, to: &output)
            switch form {
            case .byTable:
                output.append(place.tableID)
                output.append(bigEndian: place.hash.high)
            case .byGroup:
                output.append(bigEndian: place.group)
                output.append(place.tableID)
                output.append(bigEndian: UInt32(truncatingIfNeeded: place.hash.high))
            }
            output.append(bigEndian: place.hash.low)
        }
        return bytes
    }

    private func append(_ stream: UInt32, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(truncatingIfNeeded: set >> 8))
        output.append(UInt8(truncatingIfNeeded: set))
        output.append(bigEndian: UInt64(generation) << 32 | UInt64(stream))
    }

    /// The stream and table that a key of this set names, or nil when it is no such key.
    func place(in key: Span<UInt8>) -> (stream: UInt32, tableID: UInt8)? {
        guard key.count >= Self.packedBytes else { return nil }
        var stream: UInt32 = 0
        for index in 6..<10 { stream = stream << 8 | UInt32(key[index]) }
        if form == .byTable || key.count == Self.packedBytes { return (stream, key[10]) }
        return key.count == Self.rowBytes ? (stream, key[Self.groupedTable]) : nil
    }
}

import Digest

/// Where a row stands among the stored ones of its set: what its stored key says, in words that sort as keys do.
struct StoredPlace: BitwiseCopyable, Sendable {
    /// Stream, then the hash of the first part of the row's key; nothing in the latter's place where rows stand by
    /// table.
    fileprivate let start: UInt64
    let tableID: UInt8
    /// The hash of the row's key, as far as it is stored.
    let hash: Key.HashValue

    var stream: UInt32 { UInt32(truncatingIfNeeded: start >> 32) }
    var group: UInt32 { UInt32(truncatingIfNeeded: start) }

    /// The place of a row under its own key, whose hash this is.
    init(stream: UInt32, tableID: UInt8, key: Span<UInt8>, hash: Key.HashValue, form: StoredForm) {
        self.tableID = tableID
        switch form {
        case .byTable:
            start = UInt64(stream) << 32
            self.hash = hash
        case .byGroup:
            start = UInt64(stream) << 32 | UInt64(Self.group(of: key))
            self.hash = Key.HashValue(low: hash.low, high: hash.high & 0xFFFF_FFFF)
        }
    }

    /// The place of a packed table.
    init(packed tableID: UInt8, stream: UInt32) {
        start = UInt64(stream) << 32 | UInt64(tableID) << 24
        self.tableID = tableID
        hash = Key.HashValue(low: 0, high: 0)
    }

    /// The hash of a key's first part.
    private static func group(of key: Span<UInt8>) -> UInt32 {
        var end = 0
        if let length = VariableInteger.read(key, at: &end), length <= UInt64(key.count - end) {
            end += Int(length)
        }
        return UInt32(truncatingIfNeeded: XXH3.hash64(key.extracting(0..<end)))
    }
}

extension StoredPlace: Comparable {
    /// Whether `left`'s key stands before `right`'s.
    static func < (left: StoredPlace, right: StoredPlace) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.tableID != right.tableID { return left.tableID < right.tableID }
        if left.hash.high != right.hash.high { return left.hash.high < right.hash.high }
        return left.hash.low < right.hash.low
    }
}

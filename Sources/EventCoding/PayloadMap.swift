/// A map of text keys to values, kept in the order of deterministic CBOR.
///
/// The order is that of RFC 8949, section 4.2.1: shorter keys first, keys of one length by their bytes.
/// Keys are compared by their UTF-8 bytes.
public struct PayloadMap: Hashable, Sendable {
    /// One entry of the map.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public let key: String

        /// The value under the key.
        public var value: PayloadValue

        package init(key: String, value: PayloadValue) {
            self.key = key
            self.value = value
        }

        /// Whether keys and values are the same; keys are compared by their UTF-8 bytes.
        public static func == (left: Entry, right: Entry) -> Bool {
            left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
        }

        /// Hashes the key's bytes and the value.
        public func hash(into hasher: inout Hasher) {
            for byte in key.utf8 { hasher.combine(byte) }
            hasher.combine(value)
        }
    }

    /// The entries in deterministic order.
    public private(set) var entries: [Entry]

    /// An empty map.
    public init() { entries = [] }

    /// A map of `pairs`, or nil when a key stands in it twice.
    ///
    /// - Complexity: O(n log n).
    public init?(uniqueKeys pairs: [(String, PayloadValue)]) {
        entries = pairs.map { Entry(key: $0.0, value: $0.1) }
            .sorted { Self.precedes($0.key, $1.key) }
        for index in entries.indices.dropFirst()
        where entries[index - 1].key.utf8.elementsEqual(entries[index].key.utf8) {
            return nil
        }
    }

    /// A map of entries that are in order already.
    init(sorted entries: [Entry]) { self.entries = entries }

    /// A map of entries that are in order already, no key twice.
    package init(inOrder entries: [Entry]) { self.init(sorted: entries) }

    /// The value under `key`; setting nil removes the entry.
    ///
    /// - Complexity: O(log n) to read, O(n) to change.
    public subscript(key: String) -> PayloadValue? {
        get {
            index(of: key).map { entries[$0].value }
        }
        set {
            let index = firstIndex(notBefore: key)
            let found = index < entries.count && entries[index].key.utf8.elementsEqual(key.utf8)
            switch (newValue, found) {
            case (let value?, true): entries[index].value = value
            case (let value?, false): entries.insert(Entry(key: key, value: value), at: index)
            case (nil, true): entries.remove(at: index)
            case (nil, false): break
            }
        }
    }

    /// Whether the map has no entry.
    public var isEmpty: Bool { entries.isEmpty }

    /// The number of entries.
    public var count: Int { entries.count }

    /// Whether `left` stands before `right` in deterministic CBOR.
    public static func precedes(_ left: String, _ right: String) -> Bool {
        let (a, b) = (left.utf8, right.utf8)
        return a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
    }

    /// The place of `key` among the entries, or nil.
    func index(of key: String) -> Int? {
        let index = firstIndex(notBefore: key)
        guard index < entries.count, entries[index].key.utf8.elementsEqual(key.utf8) else { return nil }
        return index
    }

    private func firstIndex(notBefore key: String) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.precedes(entries[middle].key, key) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

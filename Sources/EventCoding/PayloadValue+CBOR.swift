extension PayloadValue {
    /// The value that `cbor` stands for.
    ///
    /// - Throws: `CBORError` when the bytes are not one item in the stored form.
    /// - Complexity: O(n).
    public init(cbor: Span<UInt8>) throws(CBORError) {
        self.init(try CBORView(validating: cbor))
    }

    /// A copy of the item; what is unreadable, or nested too deep, in a trusted view becomes null.
    ///
    /// - Complexity: O(n).
    public init(_ view: borrowing CBORView) {
        self.init(view, depth: 0)
    }

    /// A copy of the item, around which `depth` lists and maps stand.
    init(_ view: borrowing CBORView, depth: Int) {
        switch view.kind {
        case nil, .null: self = .null
        case .bool: self = .bool(view.bool ?? false)
        case .integer: self = .integer(view.integer ?? 0)
        case .unsigned: self = .unsigned(view.unsigned ?? 0)
        case .real: self = .real(view.real ?? 0)
        case .text: if let string = view.string { self = .text(string) } else { self = .null }
        case .list, .map:
            guard depth < CBORView.maximumDepth else {
                self = .null
                return
            }
            self = view.kind == .list ? Self.list(view, depth: depth) : Self.map(view, depth: depth)
        }
    }

    private static func list(_ view: borrowing CBORView, depth: Int) -> PayloadValue {
        var values: [PayloadValue] = []
        values.reserveCapacity(view.count ?? 0)
        view.forEachElement { (element: borrowing CBORView) in
            values.append(PayloadValue(element, depth: depth + 1))
        }
        return .list(values)
    }

    private static func map(_ view: borrowing CBORView, depth: Int) -> PayloadValue {
        var entries: [PayloadMap.Entry] = []
        entries.reserveCapacity(view.count ?? 0)
        view.forEachEntry { (key: Span<UInt8>, value: borrowing CBORView) in
            guard let key = String(copyingUTF8: key) else { return }
            // Trusted bytes may be anything: an entry out of order is passed over.
            if let last = entries.last, !PayloadMap.precedes(last.key, key) { return }
            entries.append(PayloadMap.Entry(key: key, value: PayloadValue(value, depth: depth + 1)))
        }
        return .map(PayloadMap(sorted: entries))
    }

    /// The value in deterministic CBOR.
    ///
    /// - Precondition: All numbers are finite, and at most `CBORView.maximumDepth` lists and maps stand inside
    ///   each other; `encoded()` throws instead.
    /// - Complexity: O(n).
    public var cbor: [UInt8] {
        var writer = CBORWriter(byteCapacity: 256)
        writer.write(self)
        return writer.bytes
    }

    /// The value in deterministic CBOR, for values that are not known to be sound.
    ///
    /// - Throws: `CBORError` (not finite, too deep); its offset is 0.
    /// - Complexity: O(n).
    public func encoded() throws(CBORError) -> [UInt8] {
        try checkEncodable()
        return cbor
    }

    /// Checks that the value can be written where `depth` lists and maps are open already.
    func checkEncodable(depth: Int = 0) throws(CBORError) {
        switch self {
        case .real(let value):
            if !value.isFinite { throw CBORError(.notFinite, at: 0) }
        case .list(let values):
            if depth == CBORView.maximumDepth { throw CBORError(.tooDeep, at: 0) }
            for value in values { try value.checkEncodable(depth: depth + 1) }
        case .map(let map):
            if depth == CBORView.maximumDepth { throw CBORError(.tooDeep, at: 0) }
            for entry in map.entries { try entry.value.checkEncodable(depth: depth + 1) }
        case .null, .bool, .integer, .unsigned, .text: break
        }
    }
}

extension CBORWriter {
    /// Writes any value.
    ///
    /// - Precondition: All numbers are finite, and the depth stays within `CBORView.maximumDepth`.
    public mutating func write(_ value: PayloadValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .unsigned(let value): unsigned(value)
        case .real(let value): real(value)
        case .text(let value): text(value)
        case .list(let values):
            beginList()
            for value in values { write(value) }
            endList()
        case .map(let map): writeMap(map)
        }
    }

    /// Writes a map, whose entries are in order already.
    ///
    /// - Precondition: All numbers are finite, and the depth stays within `CBORView.maximumDepth`.
    public mutating func writeMap(_ map: PayloadMap) {
        beginMap()
        for entry in map.entries {
            key(entry.key)
            write(entry.value)
        }
        endMap()
    }
}

extension JSONWriter {
    /// Writes any value; the keys of a map stand in the map's order.
    ///
    /// - Precondition: All numbers are finite.
    public mutating func write(_ value: PayloadValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .unsigned(let value): unsigned(value)
        case .real(let value): real(value)
        case .text(let value): string(value)
        case .list(let values):
            beginArray()
            for value in values { write(value) }
            endArray()
        case .map(let map): write(map)
        }
    }

    /// Writes a map as an object.
    ///
    /// - Precondition: All numbers are finite.
    public mutating func write(_ map: PayloadMap) {
        beginObject()
        for entry in map.entries {
            key(entry.key)
            write(entry.value)
        }
        endObject()
    }

    /// Writes an item of CBOR; what is unreadable, or nested too deep, in a trusted view becomes null.
    public mutating func write(_ view: borrowing CBORView) {
        write(view, depth: 0)
    }

    private mutating func write(_ view: borrowing CBORView, depth: Int) {
        switch view.kind {
        case .bool: bool(view.bool ?? false)
        case .integer: integer(view.integer ?? 0)
        case .unsigned: unsigned(view.unsigned ?? 0)
        case .real: real(view.real ?? 0)
        case .text:
            if let text = view.text { string(text) } else { null() }
        case .list where depth < CBORView.maximumDepth:
            beginArray()
            view.forEachElement { (element: borrowing CBORView) in write(element, depth: depth + 1) }
            endArray()
        case .map where depth < CBORView.maximumDepth:
            beginObject()
            view.forEachEntry { (entryKey: Span<UInt8>, value: borrowing CBORView) in
                key(entryKey)
                write(value, depth: depth + 1)
            }
            endObject()
        case nil, .null, .list, .map: null()
        }
    }
}

extension PayloadValue {
    /// The value as canonical JSON.
    ///
    /// - Precondition: All numbers are finite.
    public var json: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}

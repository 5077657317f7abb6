extension CBORView {
    /// The value under `key` of a map; nil when there is none, or this is no map.
    ///
    /// Keys are sorted, so the search ends at the first one that is longer.
    ///
    /// - Complexity: O(n) in the bytes before the value; nothing is allocated.
    @_lifetime(copy self)
    public func value(forKey key: String) -> CBORView? {
        let utf8 = key.utf8
        guard let start = startOfValue(keyLength: utf8.count, matches: { $0.isUTF8(of: key) }) else {
            return nil
        }
        return CBORView(bytes: bytes, start: start)
    }

    /// The value under the key with these UTF-8 bytes; nil when there is none, or this is no map.
    ///
    /// - Complexity: O(n) in the bytes before the value; nothing is allocated.
    @_lifetime(copy self)
    public func value(forKey key: Span<UInt8>) -> CBORView? {
        guard let start = startOfValue(keyLength: key.count, matches: { $0.equals(key) }) else { return nil }
        return CBORView(bytes: bytes, start: start)
    }

    /// The value at the end of a path of keys with dots between them, such as `photo.title`; else nil.
    ///
    /// A path that is used often is better split once, into a `PayloadPath`.
    ///
    /// - Complexity: O(n) in the bytes before the value; nothing is allocated.
    @_lifetime(copy self)
    public func value(atPath path: String) -> CBORView? {
        var view = self
        let utf8 = path.utf8
        var keyStart = utf8.startIndex
        while true {
            let keyEnd = utf8[keyStart...].firstIndex(of: UInt8(ascii: ".")) ?? utf8.endIndex
            let key = utf8[keyStart..<keyEnd]
            guard let start = view.startOfValue(keyLength: key.count, matches: { $0.equals(key) }) else {
                return nil
            }
            view = CBORView(bytes: bytes, start: start)
            if keyEnd == utf8.endIndex { return view }
            keyStart = utf8.index(after: keyEnd)
        }
    }

    /// The value at the end of a path that was split before; else nil.
    ///
    /// - Complexity: O(n) in the bytes before the value; nothing is allocated.
    @_lifetime(copy self)
    public func value(at path: PayloadPath) -> CBORView? {
        var view = self
        for key in path.keys {
            let span = key.span
            guard let start = view.startOfValue(keyLength: span.count, matches: { $0.equals(span) }) else {
                return nil
            }
            view = CBORView(bytes: bytes, start: start)
        }
        return view
    }

    /// The value under `key` of a map; nil when there is none, or this is no map.
    @_lifetime(copy self)
    public subscript(key: String) -> CBORView? {
        @_lifetime(copy self)
        get { value(forKey: key) }
    }

    /// Calls `body` with every element of a list, in order; does nothing for another kind.
    ///
    /// Over trusted bytes that are no payload after all it ends at the first unreadable element.
    ///
    /// - Complexity: O(n); nothing is allocated.
    @inlinable
    public func forEachElement<E: Error>(
        _ body: (_ element: borrowing CBORView) throws(E) -> Void
    ) throws(E) {
        guard let head, head.major == CBORHead.Major.list, let count = head.length(in: bytes) else { return }
        var position = head.end
        for _ in 0..<count {
            guard let end = CBORHead.endOfItem(bytes, at: position) else { return }
            try body(CBORView(bytes: bytes, start: position))
            position = end
        }
    }

    /// Calls `body` with the UTF-8 of every key of a map and its value, in order of the keys.
    ///
    /// It does nothing for another kind, and ends at the first unreadable entry of trusted bytes that are no
    /// payload after all.
    ///
    /// - Complexity: O(n); nothing is allocated.
    @inlinable
    public func forEachEntry<E: Error>(
        _ body: (_ key: Span<UInt8>, _ value: borrowing CBORView) throws(E) -> Void
    ) throws(E) {
        guard let head, head.major == CBORHead.Major.map, let count = head.length(in: bytes) else { return }
        var position = head.end
        for _ in 0..<count {
            guard let key = keyRange(at: position), let end = CBORHead.endOfItem(bytes, at: key.upperBound)
            else { return }
            try body(bytes.extracting(key), CBORView(bytes: bytes, start: key.upperBound))
            position = end
        }
    }

    /// Where the value begins whose key has this length and passes `matches`.
    @inline(__always)
    private func startOfValue(keyLength: Int, matches: (Span<UInt8>) -> Bool) -> Int? {
        guard let head, head.major == CBORHead.Major.map, let count = head.length(in: bytes) else {
            return nil
        }
        var position = head.end
        for _ in 0..<count {
            guard let key = keyRange(at: position), key.count <= keyLength else { return nil }
            if key.count == keyLength, matches(bytes.extracting(key)) { return key.upperBound }
            guard let end = CBORHead.endOfItem(bytes, at: key.upperBound) else { return nil }
            position = end
        }
        return nil
    }

    /// Where the text of the key at `position` lies.
    @inlinable
    @inline(__always)
    func keyRange(at position: Int) -> Range<Int>? {
        guard let head = CBORHead(bytes, at: position), head.major == CBORHead.Major.text,
            let length = head.length(in: bytes)
        else { return nil }
        return head.end..<head.end + length
    }
}

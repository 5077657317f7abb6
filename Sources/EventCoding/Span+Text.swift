extension Array where Element == UInt8 {
    /// A copy of `bytes`.
    ///
    /// - Complexity: O(n).
    public init(copying bytes: Span<UInt8>) {
        // Of a sequence: `init(repeating:count:)` is not specialised for bytes and takes some 650 instructions.
        self.init(repeatElement(0, count: bytes.count))
        for index in bytes.indices { self[index] = bytes[index] }
    }

    /// Appends a copy of `bytes`.
    ///
    /// - Complexity: O(n) in the bytes added.
    mutating func append(copying bytes: Span<UInt8>) {
        let start = count
        append(contentsOf: repeatElement(0, count: bytes.count))
        for index in bytes.indices { self[start + index] = bytes[index] }
    }
}

extension String {
    /// The text that `bytes` spell, or nil when they are not UTF-8.
    ///
    /// - Complexity: O(n).
    public init?(copyingUTF8 bytes: Span<UInt8>) {
        if #available(macOS 26, iOS 26, *) {
            guard let utf8 = try? UTF8Span(validating: bytes) else { return nil }
            self.init(copying: utf8)
        } else {
            self.init(validating: [UInt8](copying: bytes), as: UTF8.self)
        }
    }
}

extension Span<UInt8> {
    /// Whether these bytes are the UTF-8 of `text`.
    ///
    /// - Complexity: O(n).
    public func isUTF8(of text: String) -> Bool {
        if #available(macOS 26, iOS 26, *) {
            return equals(text.utf8Span.span)
        } else {
            return equals(text.utf8)
        }
    }

    /// `length` bytes from `position` on as a number, the first one highest, with zeros behind them.
    ///
    /// - Precondition: There are that many, at least one and at most eight.
    @inlinable
    @inline(__always)
    func word(at position: Int, length: Int) -> UInt64 {
        guard position &+ 8 <= count else { return wordAtEnd(from: position, length: length) }
        let eight = extracting(position..<position &+ 8)
        var word: UInt64 = 0
        // The compiler makes one instruction of this.
        for index in 0..<8 { word = word << 8 | UInt64(eight[index]) }
        let unused = UInt64(truncatingIfNeeded: 8 &* (8 &- length))
        return (word &>> unused) &<< unused
    }

    /// The same where fewer than eight bytes are left.
    @usableFromInline
    @inline(never)
    func wordAtEnd(from position: Int, length: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<8 { word = word << 8 | (index < length ? UInt64(self[position + index]) : 0) }
        return word
    }

    /// Whether these bytes are `other`'s, in its order.
    func equals(_ other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        var index = 0
        for byte in other {
            if self[index] != byte { return false }
            index += 1
        }
        return true
    }

    /// Whether these bytes are `other`'s.
    func equals(_ other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}

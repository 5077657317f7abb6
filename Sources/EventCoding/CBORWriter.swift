/// Writes deterministic CBOR (RFC 8949, section 4.2.1), only what JSON can say.
///
/// Lists and maps are opened and closed; their counts are filled in and the entries of a map sorted when they
/// close, so fields may be written in any order:
///
///     var writer = CBORWriter()
///     writer.beginMap()
///     writer.key("vacation"); writer.text("Europe")
///     writer.key("photo"); writer.text("p17")
///     writer.endMap()
public struct CBORWriter: Sendable {
    /// A list or map that is still open.
    private struct Frame {
        /// Where its head stands, one byte until the count is known.
        let start: Int
        /// Its first place in `entries`; nil for a list.
        let firstEntry: Int?
        var count = 0
        /// Whether the next item is the value of a key.
        var awaitsValue = false
    }

    /// The items written so far.
    public private(set) var bytes: [UInt8]

    /// An entry of a map that is still open.
    private struct Entry {
        /// Where its key's head stands.
        let start: Int
        /// Where the key's text begins and ends.
        let key: Range<Int>
        /// Where its value ends, once the map closes.
        var end = 0
    }

    private var frames: [Frame] = []
    private var entries: [Entry] = []

    /// A writer without bytes.
    public init() { bytes = [] }

    /// A writer with room for so many bytes, which saves it from growing in steps.
    public init(byteCapacity: Int) {
        bytes = []
        bytes.reserveCapacity(byteCapacity)
    }

    /// A writer that uses the storage of `buffer`, whose bytes it drops.
    public init(reusing buffer: consuming [UInt8]) {
        bytes = buffer
        bytes.removeAll(keepingCapacity: true)
    }

    /// Drops all bytes and keeps their storage.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        frames.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
    }

    /// How many lists and maps are open.
    public var depth: Int { frames.count }

    /// Writes null.
    public mutating func null() {
        beginItem()
        bytes.append(CBORHead.Major.simple << 5 | CBORHead.Simple.null)
    }

    /// Writes true or false.
    public mutating func bool(_ value: Bool) {
        beginItem()
        bytes.append(CBORHead.Major.simple << 5 | (value ? CBORHead.Simple.true : CBORHead.Simple.false))
    }

    /// Writes a whole number.
    public mutating func integer(_ value: Int64) {
        beginItem()
        if value >= 0 {
            appendHead(CBORHead.Major.unsigned, UInt64(value))
        } else {
            appendHead(CBORHead.Major.negative, UInt64(-1 - value))
        }
    }

    /// Writes a whole number from 0.
    public mutating func unsigned(_ value: UInt64) {
        beginItem()
        appendHead(CBORHead.Major.unsigned, value)
    }

    /// Writes a number as the shortest float that keeps it.
    ///
    /// - Precondition: The number is finite.
    public mutating func real(_ value: Double) {
        precondition(value.isFinite, "a payload holds finite numbers only")
        beginItem()
        let real = CBORReal(value)
        bytes.append(CBORHead.Major.simple << 5 | real.info)
        appendBigEndian(real.bits, byteCount: 1 << Int(real.info - 24))
    }

    /// Writes a text.
    public mutating func text(_ value: String) {
        beginItem()
        appendText(value)
    }

    /// Writes a text given as UTF-8.
    ///
    /// - Throws: `CBORError` when the bytes are not UTF-8; nothing is written then.
    public mutating func text(_ utf8: Span<UInt8>) throws(CBORError) {
        try Self.check(utf8)
        beginItem()
        appendText(utf8)
    }

    /// Opens a list.
    ///
    /// - Precondition: At most `CBORView.maximumDepth` lists and maps are open then.
    public mutating func beginList() { begin(firstEntry: nil, major: CBORHead.Major.list) }

    /// Closes the list that was opened last.
    public mutating func endList() {
        guard let frame = frames.popLast(), frame.firstEntry == nil else {
            preconditionFailure("no list is open")
        }
        close(frame, major: CBORHead.Major.list)
    }

    /// Opens a map; each of its values is preceded by `key`.
    ///
    /// - Precondition: At most `CBORView.maximumDepth` lists and maps are open then.
    public mutating func beginMap() { begin(firstEntry: entries.count, major: CBORHead.Major.map) }

    /// Writes the key of the next value.
    ///
    /// - Precondition: A map is open, and its previous key has its value.
    public mutating func key(_ key: String) {
        let start = beginKey()
        appendText(key)
        endKey(from: start, length: key.utf8.count)
    }

    /// Writes the key of the next value, given as UTF-8.
    ///
    /// - Throws: `CBORError` when the bytes are not UTF-8; nothing is written then.
    public mutating func key(_ utf8: Span<UInt8>) throws(CBORError) {
        try Self.check(utf8)
        let start = beginKey()
        appendText(utf8)
        endKey(from: start, length: utf8.count)
    }

    /// Closes the map that was opened last and sorts its entries.
    ///
    /// - Precondition: No key was written twice, and each has its value.
    /// - Complexity: O(n log n) in the entries, O(n) when they came in order.
    public mutating func endMap() {
        guard let frame = frames.popLast(), let firstEntry = frame.firstEntry else {
            preconditionFailure("no map is open")
        }
        precondition(!frame.awaitsValue, "a key has no value")
        sortEntries(from: firstEntry)
        entries.removeLast(entries.count - firstEntry)
        close(frame, major: CBORHead.Major.map)
    }
}

extension CBORWriter {
    /// Notes that an item begins, which takes the place of a key's value or of a list's next element.
    @inline(__always)
    private mutating func beginItem() {
        guard let last = frames.indices.last else { return }
        if frames[last].firstEntry == nil {
            frames[last].count += 1
        } else {
            precondition(frames[last].awaitsValue, "a value in a map needs a key")
            frames[last].awaitsValue = false
        }
    }

    private mutating func beginKey() -> Int {
        guard let last = frames.indices.last, frames[last].firstEntry != nil else {
            preconditionFailure("a key needs an open map")
        }
        precondition(!frames[last].awaitsValue, "a key has no value")
        frames[last].awaitsValue = true
        frames[last].count += 1
        return bytes.count
    }

    private mutating func endKey(from start: Int, length: Int) {
        entries.append(Entry(start: start, key: bytes.count - length..<bytes.count))
    }

    private mutating func begin(firstEntry: Int?, major: UInt8) {
        precondition(frames.count < CBORView.maximumDepth, "a payload is nested too deep")
        beginItem()
        frames.append(Frame(start: bytes.count, firstEntry: firstEntry))
        bytes.append(major << 5)
    }

    /// Fills in the count, making room where one byte does not hold it.
    private mutating func close(_ frame: Frame, major: UInt8) {
        if frame.count < 24 {
            bytes[frame.start] = major << 5 | UInt8(frame.count)
            return
        }
        var head = CBORWriter()
        head.appendHead(major, UInt64(frame.count))
        bytes.replaceSubrange(frame.start...frame.start, with: head.bytes)
    }

    /// Puts the entries of the map that closes in order.
    private mutating func sortEntries(from firstEntry: Int) {
        var isSorted = true
        for index in firstEntry..<entries.count where index > firstEntry {
            if !precedes(entries[index - 1], entries[index]) { isSorted = false }
        }
        if isSorted { return }
        var sorted = entries[firstEntry...]
        let start = sorted[firstEntry].start
        for index in sorted.indices {
            sorted[index].end = index + 1 < sorted.endIndex ? sorted[index + 1].start : bytes.count
        }
        sorted.sort { precedes($0, $1) }
        var moved: [UInt8] = []
        moved.reserveCapacity(bytes.count - start)
        for index in sorted.indices {
            precondition(
                index == firstEntry || precedes(sorted[index - 1], sorted[index]), "a map holds a key twice")
            moved.append(contentsOf: bytes[sorted[index].start..<sorted[index].end])
        }
        bytes.replaceSubrange(start..., with: moved)
    }

    /// Whether the left key stands before the right one: by length, then by bytes.
    ///
    /// Heads are shortest and begin with the length, so this is the order of the encoded keys.
    private func precedes(_ left: Entry, _ right: Entry) -> Bool {
        if left.key.count != right.key.count { return left.key.count < right.key.count }
        var (leftIndex, rightIndex) = (left.key.lowerBound, right.key.lowerBound)
        while leftIndex < left.key.upperBound {
            if bytes[leftIndex] != bytes[rightIndex] { return bytes[leftIndex] < bytes[rightIndex] }
            leftIndex += 1
            rightIndex += 1
        }
        return false
    }

    private mutating func appendText(_ text: String) {
        let utf8 = text.utf8
        appendHead(CBORHead.Major.text, UInt64(utf8.count))
        bytes.append(contentsOf: utf8)
    }

    private mutating func appendText(_ utf8: Span<UInt8>) {
        appendHead(CBORHead.Major.text, UInt64(utf8.count))
        bytes.append(copying: utf8)
    }

    private static func check(_ utf8: Span<UInt8>) throws(CBORError) {
        if let offset = UTF8Check.firstInvalid(in: utf8, from: 0, to: utf8.count) {
            throw CBORError(.invalidUTF8, at: offset)
        }
    }

    private mutating func appendHead(_ major: UInt8, _ argument: UInt64) {
        let first = major << 5
        switch argument {
        case 0..<24: bytes.append(first | UInt8(argument))
        case 24..<1 << 8:
            bytes.append(first | 24)
            bytes.append(UInt8(argument))
        case 1 << 8..<1 << 16:
            bytes.append(first | 25)
            appendBigEndian(argument, byteCount: 2)
        case 1 << 16..<1 << 32:
            bytes.append(first | 26)
            appendBigEndian(argument, byteCount: 4)
        default:
            bytes.append(first | 27)
            appendBigEndian(argument, byteCount: 8)
        }
    }

    private mutating func appendBigEndian(_ value: UInt64, byteCount: Int) {
        for index in (0..<byteCount).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
        }
    }
}

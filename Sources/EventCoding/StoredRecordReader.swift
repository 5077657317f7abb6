/// Reads the fields of a record straight from its bytes, where all of them stand in their stored form.
///
/// That is how every record that was written stands. Whatever is unusual (a field of another kind, a value
/// that an alias or an adapter would have to find, a rule that is broken, bytes that are no payload after all)
/// ends the reading, and `FieldDecoder` begins anew: it accepts more and says what is wrong. Where both read a
/// record, they read the same, since an adapter leaves a stored form as it is.
public struct StoredRecordReader: FieldVisitor {
    /// One entry of a map: where its key and its value begin.
    private struct Entry: BitwiseCopyable {
        let tag: FieldTag
        let keyStart: Int
        let valueStart: Int
    }

    /// What ends the reading; the error that a caller sees comes from `FieldDecoder`.
    private static let unusual = FieldError(.malformed, reason: "is not in its stored form")
    /// Entries for which there is room from the start: few enough for the allocator's fast path.
    private static let usualEntries = 16
    /// The most entries of one record: those taken are noted in a word.
    private static let mostEntries = UInt64.bitWidth

    private let bytes: [UInt8]
    /// The entries of the records read so far; those of the one being read are `first..<end`.
    private var entries: [Entry] = []
    private var first = 0
    private var end = 0
    private var starts = KeyStarts()
    /// A bit for each entry of the record being read that a field has taken.
    private var taken: UInt64 = 0
    /// How many records are around the one being read.
    private var depth = 0
    private var isComplete = false

    /// Fills in `record`; false where something is unusual, and then the record is to be filled in anew.
    static func read<R: PayloadRecord>(_ record: inout R, from view: borrowing CBORView) -> Bool {
        // A whole payload is copied as it is; only of a part must the end be looked for.
        guard let item = view.start == 0 ? view.bytes : view.encoded else { return false }
        guard let head = CBORHead(item, at: 0) else { return false }
        var reader = StoredRecordReader(bytes: [UInt8](copying: item))
        do throws(FieldError) {
            try reader.read(&record, head)
            return true
        } catch {
            return false
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        entries.reserveCapacity(Self.usualEntries)
    }

    /// Reads the map with this head into a record.
    private mutating func read<R: PayloadRecord>(_ record: inout R, _ head: CBORHead) throws(FieldError) {
        let outer = (first: first, end: end, starts: starts, taken: taken, isComplete: isComplete)
        guard depth < CBORView.maximumDepth else { throw Self.unusual }
        (first, taken, isComplete) = (entries.count, 0, false)
        depth += 1
        try addEntries(of: head)
        try record.visitStored(&self)
        depth -= 1
        (first, end, starts, taken, isComplete) = outer
    }

    /// Notes where the keys and values of a map stand, which must be in order.
    private mutating func addEntries(of map: CBORHead) throws(FieldError) {
        guard map.major == CBORHead.Major.map, let count = map.length(in: bytes.span),
            count <= Self.mostEntries
        else { throw Self.unusual }
        // Held apart from the reader, whose bytes are read meanwhile: a copy of those would be counted.
        var gathered: [Entry] = []
        swap(&gathered, &entries)
        var starts = KeyStarts()
        gathered.append(addingCapacity: count) { gathered in
            starts = Self.addEntries(count, from: map.end, in: bytes.span, to: &gathered)
        }
        swap(&gathered, &entries)
        self.starts = starts
        end = entries.count
        if end < first &+ count { throw Self.unusual }
    }

    /// Ends before the first entry that is not in the stored form.
    private static func addEntries(
        _ count: Int, from start: Int, in bytes: Span<UInt8>, to entries: inout OutputSpan<Entry>
    ) -> KeyStarts {
        var (position, lastTag, starts, index) = (start, FieldTag.none, KeyStarts(), 0)
        while index < count {
            guard let valueStart = endOfKey(at: position, in: bytes) else { break }
            let tag = FieldTag(ofKeyAt: position, endingAt: valueStart, in: bytes)
            guard tag.isCertainlyAfter(lastTag) || isLongKey(position..<valueStart, after: entries, in: bytes)
            else { break }
            entries.append(Entry(tag: tag, keyStart: position, valueStart: valueStart))
            starts.note(index, tag)
            index &+= 1
            // Where the last value ends is found out by whoever reads it.
            guard index < count, let end = CBORHead.endOfItem(bytes, at: valueStart) else { break }
            (position, lastTag) = (end, tag)
        }
        return starts
    }

    /// Where a key that is in its shortest form ends, and its value begins.
    @inline(__always)
    private static func endOfKey(at position: Int, in bytes: Span<UInt8>) -> Int? {
        let end = CBORHead.endOfShortText(bytes, at: position) ?? endOfLongKey(at: position, in: bytes)
        return end < bytes.count ? end : nil
    }

    /// The same for a key of more than 23 bytes; the end of the bytes for what is no such key.
    @inline(never)
    private static func endOfLongKey(at position: Int, in bytes: Span<UInt8>) -> Int {
        guard let head = CBORHead(bytes, at: position), head.major == CBORHead.Major.text,
            head.isShortest, let length = head.length(in: bytes)
        else { return bytes.count }
        return head.end + length
    }

    /// Whether a key whose tag does not tell stands after the one before it.
    @inline(never)
    private static func isLongKey(
        _ key: Range<Int>, after entries: borrowing OutputSpan<Entry>, in bytes: Span<UInt8>
    ) -> Bool {
        guard entries.count > 0 else { return false }
        let last = entries[entries.count - 1]
        for (left, right) in zip(last.keyStart..<last.valueStart, key) where bytes[left] != bytes[right] {
            return bytes[left] < bytes[right]
        }
        return false
    }

    // MARK: Finding

    /// The index of the entry of this name among those of the record.
    @inline(__always)
    private func index(of name: String, _ tag: FieldTag) -> Int? {
        guard let start = starts.start(of: tag) else { return nil }
        var index = first &+ start
        while index < end, entries[index].tag != tag { index &+= 1 }
        if index >= end { return nil }
        return tag.isWhole ? index : Self.longIndex(of: name, index..<end, in: entries.span, bytes.span)
    }

    /// The index of the entry whose key is the name, among those from the first one on that has its tag.
    @inline(never)
    private static func longIndex(
        of name: String, _ indices: Range<Int>, in entries: Span<Entry>, _ bytes: Span<UInt8>
    ) -> Int? {
        for index in indices {
            let key = CBORView(bytes: bytes, start: entries[index].keyStart)
            if let text = key.text, text.isUTF8(of: name) { return index }
        }
        return nil
    }

    private func isTaken(_ index: Int) -> Bool { taken & bit(index) > 0 }

    /// Whether there is an entry that no field has taken.
    private var hasUntaken: Bool { taken.nonzeroBitCount < end &- first }

    @inline(__always)
    private func bit(_ index: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: index &- first) }

    /// How the field's value begins; nil when it is absent or null.
    @inline(__always)
    private mutating func take(_ field: Field) throws(FieldError) -> CBORHead? {
        precondition(!isComplete, "the extra values are stated last")
        if let index = index(of: field.name, field.tag) {
            taken |= bit(index)
            guard let head = CBORHead(bytes.span, at: entries[index].valueStart) else { throw Self.unusual }
            if head.major != CBORHead.Major.simple || head.info != CBORHead.Simple.null { return head }
        }
        if !field.aliases.isEmpty { try checkAbsence(of: field.aliases) }
        return nil
    }

    @inline(never)
    private mutating func checkAbsence(of aliases: [String]) throws(FieldError) {
        for alias in aliases where index(of: alias, FieldTag(alias)) != nil { throw Self.unusual }
    }

    /// The head of a value that must be there.
    @inline(__always)
    private mutating func takeRequired(_ field: Field) throws(FieldError) -> CBORHead {
        guard let head = try take(field) else { throw Self.unusual }
        return head
    }

    // MARK: Values

    @inline(__always)
    private static func text(_ head: CBORHead, in bytes: Span<UInt8>) throws(FieldError) -> String {
        guard head.major == CBORHead.Major.text, let length = head.length(in: bytes),
            let text = String(copyingUTF8: bytes.extracting(head.end..<head.end &+ length))
        else { throw unusual }
        return text
    }

    private func integer(_ head: CBORHead) throws(FieldError) -> Int64 {
        guard head.argument <= UInt64(Int64.max) else { throw Self.unusual }
        switch head.major {
        case CBORHead.Major.unsigned: return Int64(head.argument)
        case CBORHead.Major.negative: return -1 - Int64(head.argument)
        default: throw Self.unusual
        }
    }

    private func real(_ head: CBORHead) throws(FieldError) -> Double {
        guard let real = head.real else { throw Self.unusual }
        return real
    }

    private func bool(_ head: CBORHead) throws(FieldError) -> Bool {
        switch (head.major, head.info) {
        case (CBORHead.Major.simple, CBORHead.Simple.false): return false
        case (CBORHead.Major.simple, CBORHead.Simple.true): return true
        default: throw Self.unusual
        }
    }

    private func texts(_ list: CBORHead) throws(FieldError) -> [String] {
        let count = try self.count(of: list)
        let bytes = bytes.span
        var (texts, position): ([String], Int) = ([], list.end)
        texts.reserveCapacity(count)
        for _ in 0..<count {
            guard let head = CBORHead(bytes, at: position) else { throw Self.unusual }
            texts.append(try Self.text(head, in: bytes))
            position = head.end &+ Int(truncatingIfNeeded: head.argument)
        }
        return texts
    }

    /// The number of elements of a list.
    private func count(of list: CBORHead) throws(FieldError) -> Int {
        guard list.major == CBORHead.Major.list, let count = list.length(in: bytes.span) else {
            throw Self.unusual
        }
        return count
    }

    // MARK: Fields

    /// Reads a text.
    public mutating func text(_ value: inout String, _ field: Field) throws(FieldError) {
        value = try Self.text(try takeRequired(field), in: bytes.span)
    }

    /// Reads a text, or nil.
    public mutating func optionalText(_ value: inout String?, _ field: Field) throws(FieldError) {
        guard let head = try take(field) else { return value = nil }
        value = try Self.text(head, in: bytes.span)
    }

    /// Reads a whole number.
    public mutating func integer(_ value: inout Int64, _ field: Field) throws(FieldError) {
        value = try integer(try takeRequired(field))
    }

    /// Reads a whole number, or nil.
    public mutating func optionalInteger(_ value: inout Int64?, _ field: Field) throws(FieldError) {
        guard let head = try take(field) else { return value = nil }
        value = try integer(head)
    }

    /// Reads a number.
    public mutating func real(_ value: inout Double, _ field: Field) throws(FieldError) {
        value = try real(try takeRequired(field))
    }

    /// Reads a number, or nil.
    public mutating func optionalReal(_ value: inout Double?, _ field: Field) throws(FieldError) {
        guard let head = try take(field) else { return value = nil }
        value = try real(head)
    }

    /// Reads true or false.
    public mutating func bool(_ value: inout Bool, _ field: Field) throws(FieldError) {
        value = try bool(try takeRequired(field))
    }

    /// Reads true or false, or nil.
    public mutating func optionalBool(_ value: inout Bool?, _ field: Field) throws(FieldError) {
        guard let head = try take(field) else { return value = nil }
        value = try bool(head)
    }

    /// Reads a list of texts, which is empty where there is none.
    public mutating func texts(_ value: inout [String], _ field: Field) throws(FieldError) {
        guard let head = try take(field) else { return value = [] }
        value = try texts(head)
    }

    /// Reads a record.
    public mutating func record<R: PayloadRecord>(_ value: inout R, _ field: Field) throws(FieldError) {
        // The record is one without values, as its owner was made; every field that it states is set.
        try read(&value, try takeRequired(field))
    }

    /// Reads a list of records.
    public mutating func records<R: PayloadRecord>(_ value: inout [R], _ field: Field) throws(FieldError) {
        let list = try takeRequired(field)
        let count = try count(of: list)
        var (records, position): ([R], Int) = ([], list.end)
        records.reserveCapacity(count)
        for _ in 0..<count {
            guard let head = CBORHead(bytes.span, at: position), let end = head.endOfItem(in: bytes.span)
            else { throw Self.unusual }
            let known = entries.count
            var record = R()
            try read(&record, head)
            records.append(record)
            entries.removeLast(entries.count - known)
            position = end
        }
        value = records
    }

    /// Gathers every key that no other field has taken.
    public mutating func extra(_ value: inout PayloadMap, _ field: Field) throws(FieldError) {
        precondition(!isComplete, "a record has one field of extra values")
        isComplete = true
        guard hasUntaken else { return value = PayloadMap() }
        var extra = PayloadMap()
        if let index = index(of: field.name, field.tag), !isTaken(index),
            case .map(let stored) = try payloadValue(of: entries[index])
        {
            taken |= bit(index)
            extra = stored
        }
        for index in first..<end where !isTaken(index) {
            let entry = entries[index]
            guard let name = CBORView(bytes: bytes.span, start: entry.keyStart).string else {
                throw Self.unusual
            }
            extra[name] = try payloadValue(of: entry)
        }
        value = extra
    }

    private func payloadValue(of entry: Entry) throws(FieldError) -> PayloadValue {
        guard CBORHead.endOfItem(bytes.span, at: entry.valueStart) != nil else { throw Self.unusual }
        return PayloadValue(CBORView(bytes: bytes.span, start: entry.valueStart), depth: depth)
    }

    /// Ends the reading where a rule does not hold.
    public mutating func require(
        _ isMet: @autoclosure () -> Bool, _ name: String, _ reason: @autoclosure () -> String
    ) throws(FieldError) {
        if !isMet() { throw Self.unusual }
    }
}

/// Reads the fields of a record straight from its bytes, where all of them stand in their stored form.
///
/// That is how every record that was written stands. Whatever is unusual (a field of another kind, a value
/// that an alias or an adapter would have to find, a rule that is broken, bytes that are no payload after all)
/// ends the reading, and `FieldDecoder` begins anew: it accepts more and says what is wrong. Where both read a
/// record, they read the same, since an adapter leaves a stored form as it is.
struct StoredRecordReader: FieldVisitor {
    /// One entry of a map: where its key stands, and how its value begins.
    private struct Entry {
        let tag: FieldTag
        let keyStart: Int
        let head: CBORHead
        /// The value, where it is a text: made while the bytes are at hand.
        let text: String?

        /// Where the value begins.
        var valueStart: Int { keyStart + tag.length }
    }

    /// What ends the reading; the error that a caller sees comes from `FieldDecoder`.
    private static let unusual = FieldError(.malformed, reason: "is not in its stored form")
    /// Entries for which there is room from the start: few enough for the allocator's fast path.
    private static let usualEntries = 13
    /// The most entries of one record: those taken are noted in a word.
    private static let mostEntries = UInt64.bitWidth

    private let bytes: [UInt8]
    /// The entries of the records read so far; those of the one being read are `first..<end`.
    private var entries: [Entry] = []
    private var first = 0
    private var end = 0
    /// A bit for each entry of the record being read that a field has taken.
    private var taken: UInt64 = 0
    /// How many records are around the one being read.
    private var depth = 0
    private var isComplete = false

    /// Fills in `record`; false where something is unusual, and then the record is to be filled in anew.
    static func read<R: PayloadRecord>(_ record: inout R, from view: borrowing CBORView) -> Bool {
        // A whole payload is copied as it is; only of a part must the end be looked for.
        guard let item = view.start == 0 ? view.bytes : view.encoded else { return false }
        var reader = StoredRecordReader(bytes: [UInt8](copying: item))
        guard let head = CBORHead(item, at: 0) else { return false }
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
        let outer = (first: first, end: end, taken: taken, isComplete: isComplete)
        guard depth < CBORView.maximumDepth else { throw Self.unusual }
        (first, taken, isComplete) = (entries.count, 0, false)
        depth += 1
        try addEntries(of: head)
        end = entries.count
        try record.visit(&self)
        depth -= 1
        (first, end, taken, isComplete) = outer
    }

    /// Notes where the keys and values of a map stand, which must be in order.
    private mutating func addEntries(of map: CBORHead) throws(FieldError) {
        let held = bytes
        guard Self.addEntries(of: map, in: held.span, to: &entries) else { throw Self.unusual }
    }

    /// False where the map is not in the stored form.
    private static func addEntries(
        of map: CBORHead, in bytes: Span<UInt8>, to entries: inout [Entry]
    ) -> Bool {
        guard map.major == CBORHead.Major.map, let count = map.length(in: bytes), count <= mostEntries
        else { return false }
        var (position, last): (Int, (tag: FieldTag, start: Int)?) = (map.end, nil)
        for index in 0..<count {
            guard let key = CBORHead(bytes, at: position), key.major == CBORHead.Major.text,
                let length = key.length(in: bytes), let head = CBORHead(bytes, at: key.end + length)
            else { return false }
            let tag = FieldTag(of: length, at: key.end, in: bytes)
            if let last, !tag.isCertainlyAfter(last.tag), !isKey(tag, key.end, after: last, in: bytes) {
                return false
            }
            last = (tag, key.end)
            let isText = head.major == CBORHead.Major.text
            let text = isText ? Self.text(head, in: bytes) : nil
            if isText, text == nil { return false }
            entries.append(Entry(tag: tag, keyStart: key.end, head: head, text: text))
            // Where the last value ends is found out by whoever reads it.
            if index == count - 1 { return true }
            guard let end = head.endOfItem(in: bytes) else { return false }
            position = end
        }
        return true
    }

    /// Whether a key whose tag does not tell stands after the one before it.
    private static func isKey(
        _ tag: FieldTag, _ start: Int, after last: (tag: FieldTag, start: Int), in bytes: Span<UInt8>
    ) -> Bool {
        guard tag.length == last.tag.length else { return false }
        for offset in 0..<tag.length {
            let (left, right) = (bytes[last.start + offset], bytes[start + offset])
            if left != right { return left < right }
        }
        return false
    }

    // MARK: Finding

    @inline(__always)
    private func index(of name: String, _ tag: FieldTag) -> Int? {
        let entries = entries.span
        for index in first..<end where entries[index].tag == tag {
            if tag.isWhole { return index }
            let start = entries[index].keyStart
            if bytes.span.extracting(start..<start + tag.length).isUTF8(of: name) { return index }
        }
        return nil
    }

    private func isTaken(_ index: Int) -> Bool { taken & 1 << UInt64(index - first) > 0 }

    /// The number of the field's entry; nil when it is absent or null.
    private mutating func takeIndex(_ field: borrowing Field) throws(FieldError) -> Int? {
        precondition(!isComplete, "the extra values are stated last")
        if let index = index(of: field.name, field.tag) {
            taken |= 1 << UInt64(index - first)
            let head = entries[index].head
            if head.major != CBORHead.Major.simple || head.info != CBORHead.Simple.null { return index }
        }
        if !field.aliases.isEmpty { try checkAbsence(of: field.aliases) }
        return nil
    }

    /// How the field's value begins; nil when it is absent or null.
    private mutating func take(_ field: borrowing Field) throws(FieldError) -> CBORHead? {
        guard let index = try takeIndex(field) else { return nil }
        return entries[index].head
    }

    private func checkAbsence(of aliases: [String]) throws(FieldError) {
        for alias in aliases where index(of: alias, FieldTag(alias)) != nil { throw Self.unusual }
    }

    /// The head of a value that must be there.
    private mutating func takeRequired(_ field: borrowing Field) throws(FieldError) -> CBORHead {
        guard let head = try take(field) else { throw Self.unusual }
        return head
    }

    // MARK: Values

    private static func text(_ head: CBORHead, in bytes: Span<UInt8>) -> String? {
        guard head.major == CBORHead.Major.text, let length = head.length(in: bytes) else { return nil }
        return String(copyingUTF8: bytes.extracting(head.end..<head.end + length))
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
            guard let head = CBORHead(bytes, at: position), let text = Self.text(head, in: bytes) else {
                throw Self.unusual
            }
            texts.append(text)
            position = head.end + Int(head.argument)
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

    mutating func text(_ value: inout String, _ field: Field) throws(FieldError) {
        guard let index = try takeIndex(field), let text = entries[index].text else { throw Self.unusual }
        value = text
    }

    mutating func optionalText(_ value: inout String?, _ field: Field) throws(FieldError) {
        guard let index = try takeIndex(field) else { return value = nil }
        guard let text = entries[index].text else { throw Self.unusual }
        value = text
    }

    mutating func integer(_ value: inout Int64, _ field: Field) throws(FieldError) {
        value = try integer(try takeRequired(field))
    }

    mutating func optionalInteger(_ value: inout Int64?, _ field: Field) throws(FieldError) {
        guard let head = try take(field) else { return value = nil }
        value = try integer(head)
    }

    mutating func real(_ value: inout Double, _ field: Field) throws(FieldError) {
        value = try real(try takeRequired(field))
    }

    mutating func optionalReal(_ value: inout Double?, _ field: Field) throws(FieldError) {
        guard let head = try take(field) else { return value = nil }
        value = try real(head)
    }

    mutating func bool(_ value: inout Bool, _ field: Field) throws(FieldError) {
        value = try bool(try takeRequired(field))
    }

    mutating func optionalBool(_ value: inout Bool?, _ field: Field) throws(FieldError) {
        guard let head = try take(field) else { return value = nil }
        value = try bool(head)
    }

    mutating func texts(_ value: inout [String], _ field: Field) throws(FieldError) {
        guard let head = try take(field) else { return value = [] }
        value = try texts(head)
    }

    mutating func record<R: PayloadRecord>(_ value: inout R, _ field: Field) throws(FieldError) {
        // The record is one without values, as its owner was made; every field that it states is set.
        try read(&value, try takeRequired(field))
    }

    mutating func records<R: PayloadRecord>(_ value: inout [R], _ field: Field) throws(FieldError) {
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

    mutating func extra(_ value: inout PayloadMap, _ field: Field) throws(FieldError) {
        precondition(!isComplete, "a record has one field of extra values")
        isComplete = true
        var extra = PayloadMap()
        if let index = index(of: field.name, field.tag), !isTaken(index),
            case .map(let stored) = try payloadValue(of: entries[index])
        {
            taken |= 1 << UInt64(index - first)
            extra = stored
        }
        for index in first..<end where !isTaken(index) {
            let entry = entries[index]
            let key = bytes.span.extracting(entry.keyStart..<entry.valueStart)
            guard let name = String(copyingUTF8: key) else { throw Self.unusual }
            extra[name] = try payloadValue(of: entry)
        }
        value = extra
    }

    private func payloadValue(of entry: Entry) throws(FieldError) -> PayloadValue {
        guard entry.head.endOfItem(in: bytes.span) != nil else { throw Self.unusual }
        return PayloadValue(CBORView(bytes: bytes.span, start: entry.valueStart), depth: depth)
    }

    mutating func require(
        _ isMet: @autoclosure () -> Bool, _ name: String, _ reason: @autoclosure () -> String
    ) throws(FieldError) {
        if !isMet() { throw Self.unusual }
    }
}

/// Reads the fields of a record straight from its bytes, where all of them stand in their stored form.
///
/// That is how every record that was written stands. Whatever is unusual (a field of another kind, a value
/// that an alias or an adapter would have to find, a rule that is broken, bytes that are no payload after all)
/// ends the reading, and `FieldDecoder` begins anew: it accepts more and says what is wrong. Where both read a
/// record, they read the same, since an adapter leaves a stored form as it is.
struct StoredRecordReader: FieldVisitor {
    /// One entry of a map: where its key and its value stand.
    private struct Entry: BitwiseCopyable {
        let tag: FieldTag
        let keyStart: Int
        let valueStart: Int
        var isTaken = false
    }

    /// What ends the reading; the error that a caller sees comes from `FieldDecoder`.
    private static let unusual = FieldError(.malformed, reason: "is not in its stored form")
    /// Entries for which there is room from the start, enough for the records of most models.
    private static let usualEntries = 24

    private let bytes: [UInt8]
    /// The entries of the record being read, behind those of the records around it.
    private var entries: [Entry] = []
    private var first = 0
    /// How many records are around the one being read.
    private var depth = 0
    private var isComplete = false

    /// Fills in `record`; false where something is unusual, and then the record is to be filled in anew.
    static func read<R: PayloadRecord>(_ record: inout R, from view: borrowing CBORView) -> Bool {
        // A whole payload is copied as it is; only of a part must the end be looked for.
        guard let item = view.start == 0 ? view.bytes : view.encoded else { return false }
        var reader = StoredRecordReader(bytes: [UInt8](copying: item))
        do throws(FieldError) {
            try reader.read(&record, at: 0)
            return true
        } catch {
            return false
        }
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        entries.reserveCapacity(Self.usualEntries)
    }

    /// Reads the map that stands at `start` into a record.
    private mutating func read<R: PayloadRecord>(_ record: inout R, at start: Int) throws(FieldError) {
        let outer = (first: first, isComplete: isComplete)
        guard depth < CBORView.maximumDepth else { throw Self.unusual }
        first = entries.count
        isComplete = false
        depth += 1
        try addEntries(ofMapAt: start)
        try record.visit(&self)
        depth -= 1
        entries.removeLast(entries.count - first)
        (first, isComplete) = outer
    }

    /// Notes where the keys and values of a map stand, which must be in order.
    private mutating func addEntries(ofMapAt start: Int) throws(FieldError) {
        let held = bytes
        let span = held.span
        guard let head = CBORHead(span, at: start), head.major == CBORHead.Major.map,
            let count = head.length(in: span)
        else { throw Self.unusual }
        var position = head.end
        for index in 0..<count {
            guard let key = CBORHead(span, at: position), key.major == CBORHead.Major.text,
                let length = key.length(in: span), length <= FieldTag.longestKey
            else { throw Self.unusual }
            let (tag, value) = (FieldTag(span.extracting(key.end..<key.end + length)), key.end + length)
            if index > 0 { try check(tag, key.end, follows: entries[entries.count - 1]) }
            entries.append(Entry(tag: tag, keyStart: key.end, valueStart: value))
            // Where the last value ends is found out by whoever reads it.
            if index == count - 1 { return }
            guard let end = CBORHead.endOfItem(span, at: value) else { throw Self.unusual }
            position = end
        }
    }

    private func check(_ tag: FieldTag, _ start: Int, follows last: Entry) throws(FieldError) {
        if tag.isCertainlyAfter(last.tag) { return }
        guard tag.length == last.tag.length else { throw Self.unusual }
        let key = bytes[start..<start + tag.length]
        guard bytes[last.keyStart..<last.keyStart + tag.length].lexicographicallyPrecedes(key) else {
            throw Self.unusual
        }
    }

    // MARK: Finding

    private func index(of name: String, _ tag: FieldTag) -> Int? {
        for index in first..<entries.count where entries[index].tag == tag {
            let start = entries[index].keyStart
            if tag.isWhole || bytes.span.extracting(start..<start + tag.length).isUTF8(of: name) {
                return index
            }
        }
        return nil
    }

    /// Where the field's value stands; nil when it is absent or null.
    private mutating func take(_ field: Field) throws(FieldError) -> Int? {
        precondition(!isComplete, "the extra values are stated last")
        if let index = index(of: field.name, field.tag) {
            entries[index].isTaken = true
            let start = entries[index].valueStart
            if !CBORView(bytes: bytes.span, start: start).isNull { return start }
        }
        for alias in field.aliases where index(of: alias, FieldTag(alias)) != nil { throw Self.unusual }
        return nil
    }

    /// Reads a field that may be absent.
    private mutating func optional<T>(
        _ field: Field, _ read: (borrowing CBORView) -> T?
    ) throws(FieldError) -> T? {
        guard let start = try take(field) else { return nil }
        guard let value = read(CBORView(bytes: bytes.span, start: start)) else { throw Self.unusual }
        return value
    }

    /// Reads a field that must be there.
    private mutating func required<T>(
        _ field: Field, _ read: (borrowing CBORView) -> T?
    ) throws(FieldError) -> T {
        guard let value = try optional(field, read) else { throw Self.unusual }
        return value
    }

    // MARK: Fields

    mutating func text(_ value: inout String, _ field: Field) throws(FieldError) {
        value = try required(field) { $0.string }
    }

    mutating func optionalText(_ value: inout String?, _ field: Field) throws(FieldError) {
        value = try optional(field) { $0.string }
    }

    mutating func integer(_ value: inout Int64, _ field: Field) throws(FieldError) {
        value = try required(field) { $0.integer }
    }

    mutating func optionalInteger(_ value: inout Int64?, _ field: Field) throws(FieldError) {
        value = try optional(field) { $0.integer }
    }

    mutating func real(_ value: inout Double, _ field: Field) throws(FieldError) {
        value = try required(field) { $0.real }
    }

    mutating func optionalReal(_ value: inout Double?, _ field: Field) throws(FieldError) {
        value = try optional(field) { $0.real }
    }

    mutating func bool(_ value: inout Bool, _ field: Field) throws(FieldError) {
        value = try required(field) { $0.bool }
    }

    mutating func optionalBool(_ value: inout Bool?, _ field: Field) throws(FieldError) {
        value = try optional(field) { $0.bool }
    }

    mutating func texts(_ value: inout [String], _ field: Field) throws(FieldError) {
        value = try optional(field, Self.texts) ?? []
    }

    private static func texts(_ list: borrowing CBORView) -> [String]? {
        guard list.kind == .list, let count = list.count else { return nil }
        var texts: [String] = []
        texts.reserveCapacity(count)
        list.forEachElement { (element: borrowing CBORView) in
            if let text = element.string { texts.append(text) }
        }
        return texts.count == count ? texts : nil
    }

    mutating func record<R: PayloadRecord>(_ value: inout R, _ field: Field) throws(FieldError) {
        guard let start = try take(field) else { throw Self.unusual }
        value = R()
        try read(&value, at: start)
    }

    mutating func records<R: PayloadRecord>(_ value: inout [R], _ field: Field) throws(FieldError) {
        guard let start = try take(field), let head = CBORHead(bytes.span, at: start),
            head.major == CBORHead.Major.list, let count = head.length(in: bytes.span)
        else { throw Self.unusual }
        var (records, position): ([R], Int) = ([], head.end)
        records.reserveCapacity(count)
        for _ in 0..<count {
            guard let end = CBORHead.endOfItem(bytes.span, at: position) else { throw Self.unusual }
            var record = R()
            try read(&record, at: position)
            records.append(record)
            position = end
        }
        value = records
    }

    mutating func extra(_ value: inout PayloadMap, _ field: Field) throws(FieldError) {
        precondition(!isComplete, "a record has one field of extra values")
        isComplete = true
        var extra = PayloadMap()
        if let index = index(of: field.name, field.tag), !entries[index].isTaken,
            case .map(let stored) = payloadValue(of: entries[index])
        {
            entries[index].isTaken = true
            extra = stored
        }
        for entry in entries[first...] where !entry.isTaken {
            let key = bytes.span.extracting(entry.keyStart..<entry.keyStart + entry.tag.length)
            guard let name = String(copyingUTF8: key),
                CBORHead.endOfItem(bytes.span, at: entry.valueStart) != nil
            else { throw Self.unusual }
            extra[name] = payloadValue(of: entry)
        }
        value = extra
    }

    private func payloadValue(of entry: Entry) -> PayloadValue {
        PayloadValue(CBORView(bytes: bytes.span, start: entry.valueStart), depth: depth)
    }

    mutating func require(
        _ isMet: @autoclosure () -> Bool, _ name: String, _ reason: @autoclosure () -> String
    ) throws(FieldError) {
        if !isMet() { throw Self.unusual }
    }
}

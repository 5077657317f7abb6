/// Checks one item against the form that payloads are stored in.
///
/// The form is RFC 8949, section 4.2.1 (shortest heads, definite lengths, sorted keys), narrowed to what JSON
/// can say. The depth is bounded, so recursion is.
struct CBORValidator: ~Escapable {
    private let bytes: Span<UInt8>
    private var position = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    /// Checks that the bytes are exactly one item.
    static func validate(_ bytes: Span<UInt8>) throws(CBORError) {
        var validator = CBORValidator(bytes)
        try validator.item(depth: 0)
        if validator.position != bytes.count {
            throw CBORError(.trailingBytes, at: validator.position)
        }
    }

    private mutating func item(depth: Int) throws(CBORError) {
        let start = position
        let head = try self.head()
        switch head.major {
        case CBORHead.Major.unsigned: break
        case CBORHead.Major.negative:
            if head.argument > UInt64(Int64.max) { throw CBORError(.outOfRange, at: start) }
        case CBORHead.Major.text: try text(head)
        case CBORHead.Major.list: try list(head, at: start, depth: depth)
        case CBORHead.Major.map: try map(head, at: start, depth: depth)
        case CBORHead.Major.simple: try simple(head, at: start)
        default: throw CBORError(.unsupportedType, at: start)
        }
    }

    /// Reads a head of definite length in its shortest form.
    private mutating func head() throws(CBORError) -> CBORHead {
        let start = position
        guard start < bytes.count else { throw CBORError(.truncated, at: start) }
        guard let head = CBORHead(bytes, at: start) else {
            let info = bytes[start] & 0x1f
            let code: CBORError.Code =
                info < 28 ? .truncated : info == 31 ? .indefiniteLength : .unsupportedType
            throw CBORError(code, at: start)
        }
        if head.major != CBORHead.Major.simple, !head.isShortest { throw CBORError(.notShortest, at: start) }
        position = head.end
        return head
    }

    private mutating func text(_ head: CBORHead) throws(CBORError) {
        guard let length = head.length(in: bytes) else { throw CBORError(.truncated, at: head.end) }
        if let offset = UTF8Check.firstInvalid(in: bytes, from: head.end, to: head.end + length) {
            throw CBORError(.invalidUTF8, at: offset)
        }
        position = head.end + length
    }

    private mutating func list(_ head: CBORHead, at start: Int, depth: Int) throws(CBORError) {
        guard depth < CBORView.maximumDepth else { throw CBORError(.tooDeep, at: start) }
        guard let count = head.length(in: bytes) else { throw CBORError(.truncated, at: head.end) }
        for _ in 0..<count { try item(depth: depth + 1) }
    }

    private mutating func map(_ head: CBORHead, at start: Int, depth: Int) throws(CBORError) {
        guard depth < CBORView.maximumDepth else { throw CBORError(.tooDeep, at: start) }
        guard let count = head.length(in: bytes), count <= (bytes.count - head.end) / 2 else {
            throw CBORError(.truncated, at: head.end)
        }
        var previous = 0..<0
        for index in 0..<count {
            let keyStart = position
            let keyHead = try self.head()
            guard keyHead.major == CBORHead.Major.text else { throw CBORError(.keyNotText, at: keyStart) }
            try text(keyHead)
            let key = keyHead.end..<position
            if index > 0 { try check(key, follows: previous, at: keyStart) }
            previous = key
            try item(depth: depth + 1)
        }
    }

    private func check(_ key: Range<Int>, follows previous: Range<Int>, at start: Int) throws(CBORError) {
        if key.count != previous.count {
            if key.count < previous.count { throw CBORError(.keysOutOfOrder, at: start) }
            return
        }
        for (left, right) in zip(previous, key) where bytes[left] != bytes[right] {
            if bytes[left] > bytes[right] { throw CBORError(.keysOutOfOrder, at: start) }
            return
        }
        throw CBORError(.duplicateKey, at: start)
    }

    private func simple(_ head: CBORHead, at start: Int) throws(CBORError) {
        switch head.info {
        case CBORHead.Simple.false, CBORHead.Simple.true, CBORHead.Simple.null: return
        case CBORHead.Simple.half, CBORHead.Simple.single, CBORHead.Simple.double:
            guard let value = head.real else { throw CBORError(.notFinite, at: start) }
            if CBORReal(value).info != head.info { throw CBORError(.notShortest, at: start) }
        default: throw CBORError(.unsupportedType, at: start)
        }
    }
}

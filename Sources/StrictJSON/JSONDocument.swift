import CSimdJSON
public import EventCoding

/// A sound document, whose values are read where the parser left them: nothing is copied or allocated.
///
/// Values are told by numbers: 0 is the document's value, and those inside a list or an object have the
/// numbers behind its own, keys included.
@safe public struct JSONDocument: ~Escapable {
    /// Owns the memory behind the others.
    private let reader: OpaquePointer
    private let tokens: Span<travelog_json_token>
    /// The decoded bytes of all strings, UTF-8 each.
    private let text: Span<UInt8>

    @_lifetime(copy tokens, copy text)
    init(_ reader: OpaquePointer, _ tokens: Span<travelog_json_token>, _ text: Span<UInt8>) {
        unsafe self.reader = reader
        self.tokens = tokens
        self.text = text
    }

    /// A copy of everything.
    ///
    /// - Complexity: O(n log n) in the number of keys of an object, O(n) otherwise.
    public var value: PayloadValue { TokenTree.value(tokens, text) }

    /// The bytes of a text; nil for any other kind.
    ///
    /// - Precondition: The document has a value of this number.
    @_lifetime(copy self)
    public func text(at number: Int) -> Span<UInt8>? {
        let token = tokens[number]
        return token.kind == TRAVELOG_JSON_STRING.rawValue ? bytes(of: token) : nil
    }

    /// A whole number that fits `Int64`; nil for any other kind.
    ///
    /// - Precondition: The document has a value of this number.
    public func integer(at number: Int) -> Int64? {
        let token = tokens[number]
        return token.kind == TRAVELOG_JSON_INTEGER.rawValue ? Int64(bitPattern: token.bits) : nil
    }

    /// True or false; nil for any other kind.
    ///
    /// - Precondition: The document has a value of this number.
    public func bool(at number: Int) -> Bool? {
        switch tokens[number].kind {
        case TRAVELOG_JSON_FALSE.rawValue: false
        case TRAVELOG_JSON_TRUE.rawValue: true
        default: nil
        }
    }

    /// The number of entries of an object; nil for any other kind.
    ///
    /// - Precondition: The document has a value of this number.
    public func entryCount(at number: Int) -> Int? {
        let token = tokens[number]
        return token.kind == TRAVELOG_JSON_OBJECT.rawValue ? Int(token.count) : nil
    }

    @_lifetime(copy self)
    private func bytes(of token: travelog_json_token) -> Span<UInt8> {
        let start = Int(token.bits)
        return text.extracting(start..<(start + Int(token.count)))
    }

    /// The number of what follows the value.
    private func end(of number: Int) -> Int {
        let token = tokens[number]
        return token.kind >= TRAVELOG_JSON_ARRAY.rawValue ? Int(token.bits) : number + 1
    }
}

// MARK: Members

extension JSONDocument {
    /// Finds the members of an object whose keys stand in the usual order; some may be absent.
    ///
    /// - Parameters:
    ///   - number: The object's number.
    ///   - keys: The keys that it may have.
    ///   - members: Set to the number of the value of each key, or 0 where the key is absent.
    /// - Returns: false where the value is no object, has another key, or has its keys in another order; then
    ///   `members` says nothing.
    public func findMembers(of number: Int, _ keys: JSONKeys, _ members: inout [Int]) -> Bool {
        members.removeAll(keepingCapacity: true)
        guard let count = entryCount(at: number) else { return false }
        var next = number + 1
        for _ in 0..<count {
            let key = bytes(of: tokens[next])
            while members.count < keys.count, !key.isEqual(to: keys.keys[members.count]) {
                members.append(0)
            }
            guard members.count < keys.count else { return false }
            members.append(next + 1)
            next = end(of: next + 1)
        }
        while members.count < keys.count { members.append(0) }
        return true
    }
}

extension Span<UInt8> {
    @inline(__always)
    fileprivate func isEqual(to other: [UInt8]) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }
}

// MARK: Writing

extension JSONDocument {
    /// The value in deterministic CBOR.
    ///
    /// - Precondition: The document has a value of this number.
    /// - Complexity: O(n) in the bytes, O(n log n) in the keys of an object that are not in order.
    public func cbor(at number: Int) -> [UInt8] {
        precondition(tokens.indices.contains(number), "a document has no value of that number")
        var result = unsafe travelog_json_bytes()
        guard unsafe travelog_json_encode(reader, number, &result) == TRAVELOG_JSON_OK else {
            fatalError("There is no memory to encode a JSON value.")
        }
        return unsafe Array(UnsafeBufferPointer(start: result.bytes, count: result.count))
    }
}

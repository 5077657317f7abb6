/// One item of deterministic CBOR, read where it lies: nothing is copied or allocated.
///
/// A view made with `init(validating:)` always has a kind. One made with `init(trusted:)` over bytes that are
/// no payload after all answers nil; it never reads outside the bytes and never traps.
public struct CBORView: ~Escapable {
    /// How many lists and maps may stand inside each other.
    public static let maximumDepth = 64

    @usableFromInline let bytes: Span<UInt8>
    @usableFromInline let start: Int

    /// A view of `bytes`, checked as a whole to be one item in the stored form.
    ///
    /// - Throws: `CBORError` with the offset of the first fault.
    /// - Complexity: O(n).
    @_lifetime(copy bytes)
    public init(validating bytes: Span<UInt8>) throws(CBORError) {
        try CBORValidator.validate(bytes)
        self.init(bytes: bytes, start: 0)
    }

    /// A view of `bytes` that were checked before, for example by the checksum of their record.
    @inlinable
    @_lifetime(copy bytes)
    public init(trusted bytes: Span<UInt8>) {
        self.init(bytes: bytes, start: 0)
    }

    @inlinable
    @_lifetime(copy bytes)
    init(bytes: Span<UInt8>, start: Int) {
        self.bytes = bytes
        self.start = start
    }

    @inlinable var head: CBORHead? { CBORHead(bytes, at: start) }

    /// What the item is, or nil when the bytes are no payload.
    @inlinable
    public var kind: PayloadKind? {
        guard let head else { return nil }
        switch head.major {
        case CBORHead.Major.unsigned: return head.argument > UInt64(Int64.max) ? .unsigned : .integer
        case CBORHead.Major.negative: return head.argument > UInt64(Int64.max) ? nil : .integer
        case CBORHead.Major.text: return head.length(in: bytes) == nil ? nil : .text
        case CBORHead.Major.list: return head.length(in: bytes) == nil ? nil : .list
        case CBORHead.Major.map: return head.length(in: bytes) == nil ? nil : .map
        case CBORHead.Major.simple:
            switch head.info {
            case CBORHead.Simple.false, CBORHead.Simple.true: return .bool
            case CBORHead.Simple.null: return .null
            default: return head.real == nil ? nil : .real
            }
        default: return nil
        }
    }

    /// The UTF-8 bytes of a text, else nil.
    @inlinable
    public var text: Span<UInt8>? {
        @_lifetime(copy self)
        get {
            guard let head, head.major == CBORHead.Major.text, let length = head.length(in: bytes) else {
                return nil
            }
            return bytes.extracting(head.end..<head.end + length)
        }
    }

    /// A copy of a text, else nil.
    public var string: String? {
        guard let text else { return nil }
        return String(copyingUTF8: text)
    }

    /// A whole number that fits `Int64`, else nil.
    @inlinable
    public var integer: Int64? {
        guard let head, head.argument <= UInt64(Int64.max) else { return nil }
        switch head.major {
        case CBORHead.Major.unsigned: return Int64(head.argument)
        case CBORHead.Major.negative: return -1 - Int64(head.argument)
        default: return nil
        }
    }

    /// A whole number from 0 to 2^64 - 1, else nil.
    @inlinable
    public var unsigned: UInt64? {
        guard let head, head.major == CBORHead.Major.unsigned else { return nil }
        return head.argument
    }

    /// A number that is stored as a float, else nil.
    @inlinable
    public var real: Double? { head?.real }

    /// Any number as a double, which may round whole numbers above 2^53; nil for what is no number.
    public var number: Double? {
        if let integer { return Double(integer) }
        if let unsigned { return Double(unsigned) }
        return real
    }

    /// True or false, else nil.
    @inlinable
    public var bool: Bool? {
        guard let head, head.major == CBORHead.Major.simple else { return nil }
        switch head.info {
        case CBORHead.Simple.false: return false
        case CBORHead.Simple.true: return true
        default: return nil
        }
    }

    /// Whether the item is null.
    @inlinable
    public var isNull: Bool {
        guard let head else { return false }
        return head.major == CBORHead.Major.simple && head.info == CBORHead.Simple.null
    }

    /// The number of elements of a list or of entries of a map, else nil.
    @inlinable
    public var count: Int? {
        guard let head, head.major == CBORHead.Major.list || head.major == CBORHead.Major.map else {
            return nil
        }
        return head.length(in: bytes)
    }

    /// The bytes of this item alone, or nil when it is not complete.
    ///
    /// - Complexity: O(n).
    @inlinable
    public var encoded: Span<UInt8>? {
        @_lifetime(copy self)
        get {
            guard let end = CBORHead.endOfItem(bytes, at: start) else { return nil }
            return bytes.extracting(start..<end)
        }
    }
}

/// The first bytes of an item: its major type and the number that goes with it (RFC 8949, section 3).
///
/// Reading heads is what walking a payload consists of, so it is open to inlining into other modules.
@usableFromInline
struct CBORHead: BitwiseCopyable {
    /// The major types of RFC 8949, section 3.1, that a payload may hold.
    @usableFromInline
    enum Major {
        @inlinable static var unsigned: UInt8 { 0 }
        @inlinable static var negative: UInt8 { 1 }
        @inlinable static var text: UInt8 { 3 }
        @inlinable static var list: UInt8 { 4 }
        @inlinable static var map: UInt8 { 5 }
        @inlinable static var simple: UInt8 { 7 }
    }

    /// The values of the low five bits that stand alone under the major type `simple`.
    @usableFromInline
    enum Simple {
        @inlinable static var `false`: UInt8 { 20 }
        @inlinable static var `true`: UInt8 { 21 }
        @inlinable static var null: UInt8 { 22 }
        @inlinable static var half: UInt8 { 25 }
        @inlinable static var single: UInt8 { 26 }
        @inlinable static var double: UInt8 { 27 }
    }

    /// The upper three bits of the first byte.
    @usableFromInline let major: UInt8

    /// The lower five bits of the first byte.
    @usableFromInline let info: UInt8

    /// The number in the head: an integer's value, a length, a count, or a float's bits.
    @usableFromInline let argument: UInt64

    /// Where the head ends.
    @usableFromInline let end: Int

    /// The head at `position`, or nil when the bytes hold no complete one of definite length.
    @inlinable
    @inline(__always)
    init?(_ bytes: Span<UInt8>, at position: Int) {
        guard UInt(bitPattern: position) < UInt(bitPattern: bytes.count) else { return nil }
        let first = bytes[position]
        major = first >> 5
        info = first & 0x1f
        if info < 24 {
            argument = UInt64(info)
            end = position &+ 1
            return
        }
        guard info < 28 else { return nil }
        let width = 1 &<< Int(info &- 24)
        guard width < bytes.count &- position else { return nil }
        let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* width)
        argument = bytes.word(at: position &+ 1, length: width) &>> unused
        end = position &+ 1 &+ width
    }

    /// Whether the argument takes as few bytes as it can; floats have a rule of their own.
    var isShortest: Bool {
        switch info {
        case 24: argument >= 24
        case 25: argument >= 1 << 8
        case 26: argument >= 1 << 16
        case 27: argument >= 1 << 32
        default: true
        }
    }

    /// The length or count that the argument states, when that many bytes are left at all.
    ///
    /// Every element takes a byte or more, so this bounds counts too, and arithmetic stays far from overflow.
    @inlinable
    @inline(__always)
    func length(in bytes: Span<UInt8>) -> Int? {
        argument <= UInt64(truncatingIfNeeded: bytes.count &- end) ? Int(truncatingIfNeeded: argument) : nil
    }

    /// Where the item ends whose head this is, or nil when it is not complete.
    ///
    /// - Complexity: O(n) in the bytes passed over.
    @inlinable
    @inline(__always)
    func endOfItem(in bytes: Span<UInt8>) -> Int? {
        switch major {
        case Major.unsigned, Major.negative, Major.simple: return end
        case Major.text:
            guard let length = length(in: bytes) else { return nil }
            return end + length
        case Major.list, Major.map: return endOfContainer(in: bytes)
        default: return nil
        }
    }

    /// Where a list or map ends.
    ///
    /// It takes no recursion and no memory: it counts the items that are still to come.
    @usableFromInline
    func endOfContainer(in bytes: Span<UInt8>) -> Int? {
        guard let count = length(in: bytes) else { return nil }
        var pending = major == Major.map ? 2 * count : count
        var position = end
        while pending > 0 {
            if let end = CBORHead.endOfShortText(bytes, at: position) {
                guard end <= bytes.count else { return nil }
                (position, pending) = (end, pending &- 1)
                continue
            }
            guard pending <= bytes.count &- position, let head = CBORHead(bytes, at: position) else {
                return nil
            }
            position = head.end
            pending -= 1
            switch head.major {
            case Major.unsigned, Major.negative, Major.simple: break
            case Major.text:
                guard let length = head.length(in: bytes) else { return nil }
                position += length
            case Major.list, Major.map:
                guard let count = head.length(in: bytes) else { return nil }
                pending += head.major == Major.map ? 2 * count : count
            default: return nil
            }
        }
        return position
    }

    /// Where the item at `position` ends, or nil when it is not complete.
    @inlinable
    @inline(__always)
    static func endOfItem(_ bytes: Span<UInt8>, at position: Int) -> Int? {
        if let end = endOfShortText(bytes, at: position) { return end <= bytes.count ? end : nil }
        guard let head = CBORHead(bytes, at: position) else { return nil }
        return head.endOfItem(in: bytes)
    }

    /// Where a text of at most 23 bytes ends that begins at `position`, complete or not; nil for what is none.
    ///
    /// Most keys are such texts, and many values: their end is found without reading a head.
    @inlinable
    @inline(__always)
    static func endOfShortText(_ bytes: Span<UInt8>, at position: Int) -> Int? {
        guard UInt(bitPattern: position) < UInt(bitPattern: bytes.count) else { return nil }
        let length = bytes[position] &- Major.text << 5
        return length < 24 ? position &+ 1 &+ Int(length) : nil
    }
}

/// The first bytes of an item: its major type and the number that goes with it (RFC 8949, section 3).
struct CBORHead {
    /// The major types of RFC 8949, section 3.1, that a payload may hold.
    enum Major {
        static let unsigned: UInt8 = 0
        static let negative: UInt8 = 1
        static let text: UInt8 = 3
        static let list: UInt8 = 4
        static let map: UInt8 = 5
        static let simple: UInt8 = 7
    }

    /// The values of the low five bits that stand alone under the major type `simple`.
    enum Simple {
        static let `false`: UInt8 = 20
        static let `true`: UInt8 = 21
        static let null: UInt8 = 22
        static let half: UInt8 = 25
        static let single: UInt8 = 26
        static let double: UInt8 = 27
    }

    /// The upper three bits of the first byte.
    let major: UInt8

    /// The lower five bits of the first byte.
    let info: UInt8

    /// The number in the head: an integer's value, a length, a count, or a float's bits.
    let argument: UInt64

    /// Where the head ends.
    let end: Int

    /// The head at `position`, or nil when the bytes hold no complete one of definite length.
    @inline(__always)
    init?(_ bytes: Span<UInt8>, at position: Int) {
        guard position >= 0, position < bytes.count else { return nil }
        let first = bytes[position]
        major = first >> 5
        info = first & 0x1f
        if info < 24 {
            argument = UInt64(info)
            end = position + 1
            return
        }
        guard info < 28 else { return nil }
        let width = 1 << Int(info - 24)
        guard width <= bytes.count - position - 1 else { return nil }
        var number: UInt64 = 0
        for index in position + 1...position + width { number = number << 8 | UInt64(bytes[index]) }
        argument = number
        end = position + 1 + width
    }

    /// The length or count that the argument states, when that many bytes are left at all.
    ///
    /// Every element takes a byte or more, so this bounds counts too, and arithmetic stays far from overflow.
    @inline(__always)
    func length(in bytes: Span<UInt8>) -> Int? {
        argument <= UInt64(bytes.count - end) ? Int(argument) : nil
    }

    /// Where the item at `position` ends, or nil when it is not complete.
    ///
    /// It takes no recursion and no memory: it counts the items that are still to come.
    ///
    /// - Complexity: O(n) in the bytes passed over.
    @inline(__always)
    static func endOfItem(_ bytes: Span<UInt8>, at position: Int) -> Int? {
        var (position, pending) = (position, 1)
        while pending > 0 {
            guard let head = CBORHead(bytes, at: position) else { return nil }
            position = head.end
            pending -= 1
            switch head.major {
            case Major.unsigned, Major.negative, Major.simple: break
            case Major.text:
                guard let length = head.length(in: bytes) else { return nil }
                position += length
            case Major.list:
                guard let count = head.length(in: bytes) else { return nil }
                pending += count
            case Major.map:
                guard let count = head.length(in: bytes) else { return nil }
                pending += 2 * count
            default: return nil
            }
            guard pending <= bytes.count - position else { return nil }
        }
        return position
    }
}

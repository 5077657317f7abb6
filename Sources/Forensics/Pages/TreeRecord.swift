/// What a file says about one of its trees: where it begins and how much stands in it.
struct TreeRecord: Hashable, Sendable {
    /// How the keys, and the values of one key, are ordered and stored.
    struct Flags: OptionSet, Hashable {
        let rawValue: UInt16
        static let reverseKey = Flags(rawValue: 0x02)
        static let manyValues = Flags(rawValue: 0x04)
        static let integerKey = Flags(rawValue: 0x08)
        static let fixedValues = Flags(rawValue: 0x10)
        static let integerValues = Flags(rawValue: 0x20)
        static let reverseValues = Flags(rawValue: 0x40)
        static let known = Flags(rawValue: 0x7E)
    }

    /// The size of an item where items have one size, in bytes; the page size in a meta page's first record.
    let itemSize: Int
    let rawFlags: UInt16
    /// Levels of pages; 0 for an empty tree.
    let depth: Int
    let branchPages: UInt64
    let leafPages: UInt64
    let overflowPages: UInt64
    /// Entries, each value of a key counted by itself.
    let entries: UInt64
    /// The topmost page; nil for an empty tree.
    let root: UInt64?

    var flags: Flags { Flags(rawValue: rawFlags) }

    /// Reads the record at `offset`.
    ///
    /// - Precondition: The record lies inside `bytes`.
    init(_ bytes: [UInt8], at offset: Int, _ layout: PageLayout) {
        let word = layout.wordSize
        itemSize = Int(bytes.little32(offset))
        rawFlags = bytes.little16(offset + 4)
        depth = Int(bytes.little16(offset + 6))
        branchPages = layout.word(bytes, offset + 8)
        leafPages = layout.word(bytes, offset + 8 + word)
        overflowPages = layout.word(bytes, offset + 8 + 2 * word)
        entries = layout.word(bytes, offset + 8 + 3 * word)
        let root = layout.word(bytes, offset + 8 + 4 * word)
        self.root = root == layout.noPage ? nil : root
    }

    /// The order of the keys.
    var keyOrder: KeyOrder {
        flags.contains(.integerKey) ? .integer : flags.contains(.reverseKey) ? .reverse : .bytes
    }

    /// The order of the values of one key.
    var valueOrder: KeyOrder {
        flags.contains(.integerValues) ? .integer : flags.contains(.reverseValues) ? .reverse : .bytes
    }
}

/// How keys are ordered.
enum KeyOrder: Hashable, Sendable {
    /// By their bytes from the front, a prefix first.
    case bytes
    /// By their bytes from the back.
    case reverse
    /// As numbers of the machine.
    case integer

    /// Whether `first` comes before `second`.
    func isRising(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        switch self {
        case .bytes: return first.lexicographicallyPrecedes(second)
        case .reverse: return first.reversed().lexicographicallyPrecedes(second.reversed())
        case .integer:
            guard first.count == second.count else { return first.count < second.count }
            return first.reversed().lexicographicallyPrecedes(second.reversed())
        }
    }
}

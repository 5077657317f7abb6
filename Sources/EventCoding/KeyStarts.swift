/// Where among the entries of a record the keys of each length begin: shorter keys stand before longer ones.
///
/// Lengths that leave the same rest when they are divided by 16 share a place, and so do entries from the
/// fifteenth on; a search that begins there begins early at most.
struct KeyStarts: BitwiseCopyable {
    /// The bits in which a number is noted: sixteen numbers fill a word.
    private static let bits: UInt64 = 4
    private static let mask: UInt64 = 0b1111

    /// For each length the number of the first entry, counted from 1, or 0 where there is none.
    private var starts: UInt64 = 0

    /// Notes the entry that stands at `index` among those of the record; entries come in their order.
    @inline(__always)
    mutating func note(_ index: Int, _ tag: FieldTag) {
        let shift = Self.shift(tag)
        if (starts &>> shift) & Self.mask > 0 { return }
        starts |= min(UInt64(truncatingIfNeeded: index &+ 1), Self.mask) &<< shift
    }

    /// Where the search for an entry with this tag begins; nil where there is none.
    @inline(__always)
    func start(of tag: FieldTag) -> Int? {
        let start = (starts &>> Self.shift(tag)) & Self.mask
        return start > 0 ? Int(truncatingIfNeeded: start) &- 1 : nil
    }

    @inline(__always)
    private static func shift(_ tag: FieldTag) -> UInt64 { (tag.keyLength & mask) &* bits }
}

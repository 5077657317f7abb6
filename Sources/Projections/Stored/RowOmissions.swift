/// Which numbers of a stored row are left out since they can be told.
struct RowOmissions: OptionSet {
    let rawValue: UInt8

    /// The source equals the order.
    static let source = RowOmissions(rawValue: 1 << 0)
    /// The event of the last change is that of the order.
    static let since = RowOmissions(rawValue: 1 << 1)
    /// The first value is 0, and so on.
    static let a = RowOmissions(rawValue: 1 << 2)
    static let b = RowOmissions(rawValue: 1 << 3)
    static let c = RowOmissions(rawValue: 1 << 4)
    static let d = RowOmissions(rawValue: 1 << 5)

    private static let known: UInt8 = 0b11_1111

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// What a stored byte says; nil where it says more than is known.
    init?(stored: UInt8) {
        guard stored & ~Self.known == 0 else { return nil }
        rawValue = stored
    }

    /// What can be left out of a row.
    @inline(__always)
    init(of row: Row, since: UInt64) {
        var bits: UInt8 = row.source == row.order ? Self.source.rawValue : 0
        if since == row.order { bits |= Self.since.rawValue }
        if row.a == 0 { bits |= Self.a.rawValue }
        if row.b == 0 { bits |= Self.b.rawValue }
        if row.c == 0 { bits |= Self.c.rawValue }
        if row.d == 0 { bits |= Self.d.rawValue }
        rawValue = bits
    }
}

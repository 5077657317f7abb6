/// The stored form of a packed list as it was taken last, as far as it still stands.
///
/// Most often the oldest rows go and new ones come at the end, so the rows in between need not be encoded again.
struct PackedForm: Sendable {
    private let value: [UInt8]
    private let form: StoredForm
    /// Where the rows that still stand begin in the value.
    private var start: Int
    /// How many rows still stand: the first ones of the list.
    private(set) var count: Int

    /// The form of a list of `count` rows.
    init(_ value: [UInt8], count: Int, _ form: StoredForm) {
        self.value = value
        self.form = form
        self.count = count
        start = StoredRowCodec.startOfRows(count: count)
    }

    /// The bytes of the rows that still stand.
    var rows: Span<UInt8> {
        @_lifetime(borrow self) borrowing get {
            value.span.extracting(count == 0 ? 0..<0 : start..<StoredRowCodec.endOfRows(in: value))
        }
    }

    /// Takes note that a row went: the first of the list, or another.
    mutating func removeRow(isFirst: Bool) {
        guard count > 0 else { return }
        if isFirst, let end = StoredRowCodec.endOfRow(value.span, from: start, form) {
            (start, count) = (end, count - 1)
        } else {
            count = 0
        }
    }

    /// Takes note that rows are no longer what they were, or in another order.
    mutating func forget() { count = 0 }
}

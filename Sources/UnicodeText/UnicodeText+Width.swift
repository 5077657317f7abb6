import CUTF8Proc

extension UnicodeText {
    /// The mark that stands for what `truncated(_:toWidth:)` took away; one column wide.
    public static let ellipsis = "\u{2026}"

    /// The columns that the text takes in a terminal.
    ///
    /// East Asian wide characters and emoji take two, combining marks and other controls none, and what a
    /// reader sees as one emoji counts once. Escape control characters before measuring. Terminals disagree
    /// about rare sequences; nothing but alignment may rest on this.
    ///
    /// - Complexity: O(n).
    public static func displayWidth(_ text: String) -> Int {
        if let width = asciiWidth(text) { return width }
        var width = 0
        forEachCluster(of: text) { _, cluster in
            width += cluster
            return true
        }
        return width
    }

    /// The text cut at a character to take at most `width` columns, with an ellipsis when something is cut.
    ///
    /// - Precondition: `width` is not negative. At zero the result is empty.
    public static func truncated(_ text: String, toWidth width: Int) -> String {
        precondition(width >= 0, "A text cannot be cut to fewer than zero columns.")
        guard displayWidth(text) > width else { return text }
        guard width > 0 else { return "" }
        var kept = text.startIndex
        var columns = 0
        forEachCluster(of: text) { end, cluster in
            guard columns + cluster < width else { return false }
            columns += cluster
            kept = end
            return true
        }
        return String(text[..<kept]) + ellipsis
    }

    /// Whether every character is one of ASCII that shows: no control among them.
    ///
    /// - Complexity: O(n).
    public static func isPrintableASCII(_ text: String) -> Bool { asciiWidth(text) == text.utf8.count }

    private static func asciiWidth(_ text: String) -> Int? {
        unsafe text.utf8.withContiguousStorageIfAvailable { unsafe asciiWidth($0) } ?? asciiWidth(text.utf8)
    }

    /// The columns of the bytes; nil where one of them is beyond ASCII.
    @inline(__always)
    private static func asciiWidth(_ bytes: some Sequence<UInt8>) -> Int? {
        var controls = 0
        var count = 0
        var all: UInt8 = 0
        for byte in bytes {
            all |= byte
            count += 1
            controls += byte < 0x20 || byte == 0x7F ? 1 : 0
        }
        return all < 0x80 ? count - controls : nil
    }

    /// Calls `body` with the end and the columns of each grapheme cluster until it answers false.
    private static func forEachCluster(of text: String, _ body: (String.Index, Int) -> Bool) {
        var cluster = ClusterWidth()
        var state: Int32 = 0
        var previous: Unicode.Scalar?
        var index = text.startIndex
        while index < text.endIndex {
            let scalar = text.unicodeScalars[index]
            if let previous, breaks(between: previous, and: scalar, &state) {
                guard body(index, cluster.columns) else { return }
                cluster = ClusterWidth()
            }
            cluster.add(scalar)
            previous = scalar
            index = text.unicodeScalars.index(after: index)
        }
        if previous != nil { _ = body(index, cluster.columns) }
    }

    private static func breaks(
        between left: Unicode.Scalar, and right: Unicode.Scalar, _ state: inout Int32
    ) -> Bool {
        unsafe utf8proc_grapheme_break_stateful(
            Int32(bitPattern: left.value), Int32(bitPattern: right.value), &state)
    }
}

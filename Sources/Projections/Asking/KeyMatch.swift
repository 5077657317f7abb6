import EventLog

/// Finds the kept rows that a key, as users type it, may stand for.
///
/// The last part of a kept key ends the typed key in almost every model, which a look at the bytes tells; what
/// passes is rendered to be sure. Where nothing passes, `isThorough` renders each kept key once.
struct KeyMatch {
    /// How a shown key fits what was typed.
    enum Fit: Int, Comparable {
        /// It is another key.
        case none
        /// It is the typed key, with its group before it.
        case withoutGroup
        /// It is the typed key.
        case exact

        static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
    }

    /// What was typed.
    let text: String
    let table: ShownTable
    /// Whether kept keys are rendered whatever their bytes look like.
    var isThorough = false

    private let bytes: [UInt8]

    init(_ text: String, in table: ShownTable) {
        self.text = text
        self.table = table
        bytes = Array(text.utf8)
    }

    /// Whether a kept key may be what was typed, by its bytes alone.
    func mayBe(_ key: RowKey) -> Bool { mayBe(key.bytes.span) }

    /// Whether a kept key of these bytes may be what was typed.
    func mayBe(_ key: Span<UInt8>) -> Bool {
        if isThorough { return true }
        // Most keys end otherwise, and need not be taken apart; one that ends with 0 may have an empty last part.
        if let typed = bytes.last, !key.isEmpty, key[key.count - 1] != typed, key[key.count - 1] != 0 {
            return false
        }
        let last = key.extracting(RowKey.lastPart(of: key))
        let start = bytes.count - last.count
        guard start >= 0 else { return false }
        for index in last.indices where last[index] != bytes[start + index] { return false }
        return start == 0 || bytes[start - 1] == UInt8(ascii: "/")
    }

    /// How the keys of rendered rows fit; the first row of the best fit.
    func best(of rows: [RenderedRow]) -> (row: RenderedRow, fit: Fit)? {
        var best: (row: RenderedRow, fit: Fit)?
        for row in rows {
            let fit = fit(of: row.key)
            if fit > best?.fit ?? .none { best = (row, fit) }
        }
        return best
    }

    /// How a shown key fits.
    func fit(of key: [String]) -> Fit {
        if equals(key[...]) { return .exact }
        guard table.groupParts > 0, key.count > table.groupParts else { return .none }
        return equals(key.dropFirst(table.groupParts)) ? .withoutGroup : .none
    }

    private func equals(_ parts: ArraySlice<String>) -> Bool {
        parts.joined(separator: "/").utf8.elementsEqual(bytes)
    }
}

extension RowKey {
    /// Where the last part of a key of these bytes stands; empty where there is no part.
    static func lastPart(of bytes: Span<UInt8>) -> Range<Int> {
        var (position, part) = (0, 0..<0)
        while position < bytes.count {
            guard let length = VariableInteger.read(bytes, at: &position),
                length <= UInt64(bytes.count - position)
            else { break }
            part = position..<position + Int(length)
            position += Int(length)
        }
        return part
    }
}

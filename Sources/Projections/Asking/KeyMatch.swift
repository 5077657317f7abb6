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
    func mayBe(_ key: RowKey) -> Bool {
        if isThorough { return true }
        let last = key.lastPart
        guard last.count <= bytes.count, bytes.suffix(last.count).elementsEqual(last) else { return false }
        return last.count == bytes.count || bytes[bytes.count - last.count - 1] == UInt8(ascii: "/")
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
    /// The bytes of the last part; empty where there is no part.
    var lastPart: ArraySlice<UInt8> {
        var (position, part): (Int, ArraySlice<UInt8>) = (0, [])
        while position < bytes.count {
            guard let length = VariableInteger.read(bytes.span, at: &position),
                length <= UInt64(bytes.count - position)
            else { break }
            part = bytes[position..<position + Int(length)]
            position += Int(length)
        }
        return part
    }
}

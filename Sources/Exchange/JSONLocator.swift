import EventCoding
import StrictJSON

/// Finds where a value stands in a text that is known to be sound JSON.
///
/// The parser keeps no places. This walks the text again, slowly, and only when an error is to name its column.
struct JSONLocator {
    /// One step from a value to one inside it.
    enum Step: Hashable {
        case key([UInt8])
        case element(Int)
    }

    private let bytes: [UInt8]
    private var index = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The steps that a path such as `data.places[3].name` spells.
    static func steps(of path: String) -> [Step] {
        path.utf8.split(separator: UInt8(ascii: ".")).flatMap { part -> [Step] in
            let pieces = part.split(separator: UInt8(ascii: "["), omittingEmptySubsequences: false)
            let elements = pieces.dropFirst().compactMap { piece in
                Int(String(decoding: piece.dropLast(), as: UTF8.self)).map(Step.element)
            }
            return (pieces.first.map { $0.isEmpty ? [] : [Step.key(Array($0))] } ?? []) + elements
        }
    }

    /// The column, from 1 in Unicode scalars, of the value to which `steps` lead in one line, or of its key.
    ///
    /// Where a step finds nothing, it is the column of the value that lacks it.
    static func column(of steps: [Step], isKey: Bool = false, in bytes: [UInt8]) -> Int {
        // A scalar has one byte that continues no other.
        1 + bytes[..<offset(of: steps, isKey: isKey, in: bytes)].count { $0 & 0xC0 != 0x80 }
    }

    /// The line and the column, both from 1, of the value to which `steps` lead.
    static func place(of steps: [Step], in bytes: [UInt8]) -> (line: Int, column: Int) {
        let before = bytes[..<offset(of: steps, isKey: false, in: bytes)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return (
            1 + before.count { $0 == UInt8(ascii: "\n") },
            1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
        )
    }

    private static func offset(of steps: [Step], isKey: Bool, in bytes: [UInt8]) -> Int {
        var locator = JSONLocator(bytes)
        locator.skipWhiteSpace()
        var place = locator.index
        for step in steps {
            guard let found = locator.enter(step) else { break }
            place = isKey ? found : locator.index
        }
        return place
    }

    /// Moves from the beginning of a value to that of one inside it, and gives the place of its key.
    private mutating func enter(_ step: Step) -> Int? {
        switch step {
        case .key(let key):
            guard take(UInt8(ascii: "{")) else { return nil }
            while current == UInt8(ascii: "\"") {
                let start = index
                let isWanted = takeString() == key
                skipWhiteSpace()
                _ = take(UInt8(ascii: ":"))
                skipWhiteSpace()
                if isWanted { return start }
                skipValueAndComma()
            }
        case .element(let wanted):
            guard take(UInt8(ascii: "[")) else { return nil }
            var count = 0
            while let byte = current, byte != UInt8(ascii: "]") {
                if count == wanted { return index }
                count += 1
                skipValueAndComma()
            }
        }
        return nil
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Steps over a byte and the white space behind it, if it is there.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        index += 1
        skipWhiteSpace()
        return true
    }

    private mutating func skipWhiteSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    /// Steps over a string and gives its decoded bytes.
    private mutating func takeString() -> [UInt8] {
        let start = index
        skipString()
        let spelling = Array(bytes[start..<index])
        guard spelling.contains(UInt8(ascii: "\\")) else { return Array(spelling.dropFirst().dropLast()) }
        guard let value = try? StrictJSON.parse(spelling.span), let text = value.text else { return [] }
        return Array(text.utf8)
    }

    private mutating func skipString() {
        index += 1
        while let byte = current, byte != UInt8(ascii: "\"") {
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
    }

    private mutating func skipValueAndComma() {
        var depth = 0
        scan: while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                skipString()
                continue scan
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return }
                depth -= 1
            case UInt8(ascii: ",") where depth == 0:
                _ = take(byte)
                return
            default: break
            }
            index += 1
        }
    }
}

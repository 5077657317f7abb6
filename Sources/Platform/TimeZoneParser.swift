/// Reads the parts of a zone file (RFC 8536, section 3).
struct TimeZoneParser {
    struct Parsed {
        var changes: [Int64]
        var kinds: [UInt8]
        var offsets: [Int32]
        var rule: ZoneRule?
    }

    /// The counts in one of the file's headers.
    private struct Header {
        var version: UInt8
        var utcMarks, standardMarks, leapSeconds, changes, kinds, letters: Int

        /// The bytes of the data behind the header, for times of `width` bytes.
        func size(width: Int) -> Int {
            changes * (width + 1) + kinds * 6 + letters + leapSeconds * (width + 4) + standardMarks
                + utcMarks
        }
    }

    private static let headerSize = 44
    private let bytes: [UInt8]
    private var position = 0

    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: "TZif".utf8) else { return nil }
        self.bytes = bytes
    }

    func parse() -> Parsed? {
        guard let first = header(at: 0) else { return nil }
        let firstData = Self.headerSize
        if first.version < UInt8(ascii: "2") { return block(first, at: firstData, width: 4) }
        // The second block repeats the first with 64-bit times and adds the rule.
        let second = firstData + first.size(width: 4)
        guard let header = header(at: second) else { return nil }
        let data = second + Self.headerSize
        guard var parsed = block(header, at: data, width: 8) else { return nil }
        let footer = data + header.size(width: 8)
        guard footer < bytes.count, bytes[footer] == UInt8(ascii: "\n"),
            let end = bytes[(footer + 1)...].firstIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        let text = bytes[(footer + 1)..<end]
        if !text.isEmpty {
            guard let rule = ZoneRule(text) else { return nil }
            parsed.rule = rule
        }
        return parsed
    }

    private func header(at start: Int) -> Header? {
        guard start + Self.headerSize <= bytes.count,
            bytes[start..<(start + 4)].elementsEqual("TZif".utf8)
        else { return nil }
        let counts = (0..<6).map { Int(number(at: start + 20 + $0 * 4, width: 4)) }
        guard counts.allSatisfy({ $0 >= 0 && $0 <= TimeZoneFile.sizeLimit }), counts[4] > 0 else {
            return nil
        }
        return Header(
            version: bytes[start + 4], utcMarks: counts[0], standardMarks: counts[1],
            leapSeconds: counts[2], changes: counts[3], kinds: counts[4], letters: counts[5])
    }

    private func block(_ header: Header, at start: Int, width: Int) -> Parsed? {
        guard start + header.size(width: width) <= bytes.count else { return nil }
        let kindsStart = start + header.changes * width
        let offsetsStart = kindsStart + header.changes
        let changes = (0..<header.changes).map { number(at: start + $0 * width, width: width) }
        let kinds = Array(bytes[kindsStart..<offsetsStart])
        let offsets = (0..<header.kinds).map {
            Int32(truncatingIfNeeded: number(at: offsetsStart + $0 * 6, width: 4))
        }
        let isOrdered = zip(changes, changes.dropFirst()).allSatisfy { $0 < $1 }
        guard isOrdered, kinds.allSatisfy({ Int($0) < offsets.count }) else { return nil }
        return Parsed(changes: changes, kinds: kinds, offsets: offsets, rule: nil)
    }

    /// A signed big-endian number.
    private func number(at start: Int, width: Int) -> Int64 {
        var value: UInt64 = bytes[start] >= 0x80 ? UInt64.max : 0
        for byte in bytes[start..<(start + width)] { value = value << 8 | UInt64(byte) }
        return Int64(bitPattern: value)
    }
}

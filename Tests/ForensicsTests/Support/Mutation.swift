import TestSupport

/// A way in which a file comes to harm.
enum Mutation: String, CaseIterable {
    case cutAtPage = "cut off at a page"
    case cutInPage = "cut off inside a page"
    case flippedBytes = "bytes flipped"
    case flippedHeader = "a page's header flipped"
    case zeroedPage = "a page zeroed"
    case noisyPage = "a page of noise"
    case zeroedRange = "pages zeroed in a row"
    case noisyRange = "noise anywhere"
    case olderPage = "a page that was never written"
    case tornPage = "half a page of another one"
    case misplacedPage = "a page written to another's place"
    case oneMeta = "a meta page damaged"
    case bothMetas = "both meta pages damaged"
    case shifted = "a byte put in"
    case endings = "line endings changed"
    case appended = "noise appended"

    private static let page = 4096

    /// The bytes of a file, harmed; `earlier` is what the file was some commits before.
    func apply(to whole: [UInt8], earlier: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = whole
        let pages = bytes.count / Self.page
        let number = random.number(2...pages - 1)
        let start = number * Self.page
        let other = random.number(2...pages - 1) * Self.page
        switch self {
        case .cutAtPage: bytes.removeLast(bytes.count - start)
        case .cutInPage: bytes.removeLast(bytes.count - random.number(1...bytes.count - 1))
        case .flippedBytes:
            for _ in 0..<random.number(1...4) {
                bytes[random.number(0...bytes.count - 1)] ^= UInt8(random.number(1...255))
            }
        case .flippedHeader: bytes[start + random.number(0...15)] ^= UInt8(random.number(1...255))
        case .zeroedPage: Self.fill(&bytes, start, Self.page) { 0 }
        case .noisyPage: Self.fill(&bytes, start, Self.page) { UInt8(random.number(0...255)) }
        case .zeroedRange: Self.fill(&bytes, start, Self.page * random.number(2...64)) { 0 }
        case .noisyRange:
            Self.fill(&bytes, random.number(0...bytes.count - 1), random.number(1...20_000)) {
                UInt8(random.number(0...255))
            }
        case .olderPage:
            let from = random.number(0...earlier.count / Self.page - 1) * Self.page
            bytes.replaceSubrange(from..<from + Self.page, with: earlier[from..<from + Self.page])
        case .tornPage:
            let half = Self.page / 2
            bytes.replaceSubrange(
                start + half..<start + Self.page, with: whole[other + half..<other + Self.page])
        case .misplacedPage:
            bytes.replaceSubrange(start..<start + Self.page, with: whole[other..<other + Self.page])
        case .oneMeta:
            bytes[random.number(0...1) * Self.page + random.number(0...151)] ^= UInt8(random.number(1...255))
        case .bothMetas: Self.fill(&bytes, 0, 2 * Self.page) { 0 }
        case .shifted: bytes.insert(0x78, at: random.number(0...bytes.count - 1))
        case .endings: bytes = Self.asText(bytes)
        case .appended: for _ in 0..<random.number(1...9000) { bytes.append(UInt8(random.number(0...255))) }
        }
        return bytes
    }

    private static func fill(_ bytes: inout [UInt8], _ start: Int, _ count: Int, _ byte: () -> UInt8) {
        for index in start..<min(bytes.count, start + count) { bytes[index] = byte() }
    }

    /// What a transfer as text makes of bytes.
    private static func asText(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes {
            if byte == 0x0A { result.append(0x0D) }
            result.append(byte)
        }
        return result
    }
}

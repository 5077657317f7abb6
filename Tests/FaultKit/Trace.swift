/// What reached the files of a run, in the order in which it did, as the shim wrote it down.
///
/// An entry is a kind, a flag, an inode and an offset of eight bytes each, the lengths of two byte strings in
/// four bytes each, and the strings; numbers are little-endian.
public struct Trace: Sendable {
    /// One thing that happened.
    public enum Entry: Sendable, Hashable {
        /// A new file got its first name.
        case created(path: String, inode: UInt64)
        /// Bytes were written; durable at once where the file was opened so.
        case wrote(inode: UInt64, offset: Int, bytes: [UInt8], isDurable: Bool)
        /// The file got another size.
        case resized(inode: UInt64, size: Int)
        /// All writes of a file became durable.
        case synced(inode: UInt64)
        /// All names of a folder became durable.
        case syncedFolder(path: String)
        /// A file got a second name.
        case linked(from: String, to: String)
        /// A file changed its name.
        case renamed(from: String, to: String)
        /// A name went away.
        case unlinked(path: String)
        /// The program told its user something.
        case said(String)
    }

    /// Why a trace cannot be read.
    public struct Malformed: Error {
        /// Where it ends to make sense, in bytes.
        public let offset: Int
    }

    /// The entries in order.
    public let entries: [Entry]

    /// Reads a trace; its last entry may be cut, since its writer may have been killed.
    public init(_ bytes: [UInt8]) throws(Malformed) {
        var entries: [Entry] = []
        var place = 0
        while place + 26 <= bytes.count {
            let inode = Self.number(bytes, place + 2, 8)
            let offset = Int(Self.number(bytes, place + 10, 8))
            let first = Int(Self.number(bytes, place + 18, 4))
            let second = Int(Self.number(bytes, place + 22, 4))
            let start = place + 26
            guard start + first + second <= bytes.count else { break }
            let one = Array(bytes[start..<start + first])
            let two = String(decoding: bytes[start + first..<start + first + second], as: UTF8.self)
            guard
                let entry = Self.entry(
                    bytes[place], isDurable: bytes[place + 1] != 0, inode, offset, one, two)
            else { throw Malformed(offset: place) }
            entries.append(entry)
            place = start + first + second
        }
        self.entries = entries
    }

    private static func entry(
        _ kind: UInt8, isDurable: Bool, _ inode: UInt64, _ offset: Int, _ one: [UInt8], _ two: String
    ) -> Entry? {
        let text = String(decoding: one, as: UTF8.self)
        switch kind {
        case UInt8(ascii: "C"): return .created(path: text, inode: inode)
        case UInt8(ascii: "W"):
            return .wrote(inode: inode, offset: offset, bytes: one, isDurable: isDurable)
        case UInt8(ascii: "T"): return .resized(inode: inode, size: offset)
        case UInt8(ascii: "S"): return .synced(inode: inode)
        case UInt8(ascii: "D"): return .syncedFolder(path: text)
        case UInt8(ascii: "L"): return .linked(from: text, to: two)
        case UInt8(ascii: "R"): return .renamed(from: text, to: two)
        case UInt8(ascii: "U"): return .unlinked(path: text)
        case UInt8(ascii: "A"): return .said(text)
        default: return nil
        }
    }

    private static func number(_ bytes: [UInt8], _ place: Int, _ length: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in (0..<length).reversed() { value = value << 8 | UInt64(bytes[place + index]) }
        return value
    }
}

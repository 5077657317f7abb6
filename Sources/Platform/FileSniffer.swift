/// Recognises files by their first bytes.
public enum FileSniffer {
    /// The bytes from the front that decide, at most.
    public static let prefixSize = 4096

    /// What the file at `path` is.
    ///
    /// - Throws: What the system says when the file cannot be read.
    public static func classify(path: String) throws(PlatformError) -> FileSignature {
        classify(try Files.readRange(path, offset: 0, count: prefixSize))
    }

    /// What a file is that begins with `prefix`.
    public static func classify(_ prefix: [UInt8]) -> FileSignature {
        if prefix.isEmpty { return .empty }
        return lmdb(prefix) ?? magic(prefix) ?? text(prefix)
    }

    private static let magics: [(bytes: [UInt8], offset: Int, signature: FileSignature)] = [
        (Array("SQLite format 3\0".utf8), 0, .sqlite),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], 0, .png),
        ([0xFF, 0xD8, 0xFF], 0, .jpeg),
        (Array("%PDF-".utf8), 0, .pdf),
        ([0x50, 0x4B, 0x03, 0x04], 0, .zip),
        ([0x50, 0x4B, 0x05, 0x06], 0, .zip),
        ([0x1F, 0x8B], 0, .gzip),
        (Array("ustar".utf8), 257, .tar),
        ([0xFF, 0xFE], 0, .utf16),
        ([0xFE, 0xFF], 0, .utf16),
    ]

    private static func magic(_ prefix: [UInt8]) -> FileSignature? {
        magics.first { magic in
            prefix.dropFirst(magic.offset).starts(with: magic.bytes)
        }?.signature
    }

    /// The magic number stands behind the page header, whose size tells the word size.
    ///
    /// 12 bytes are a header of 32-bit words, 16 one of 64-bit words, 24 the longer header of the data
    /// versions after 1.
    private static func lmdb(_ prefix: [UInt8]) -> FileSignature? {
        let layouts: [(offset: Int, signature: FileSignature)] = [
            (16, .lmdb), (12, .lmdb32Bit), (24, .lmdbLaterVersion), (20, .lmdbLaterVersion),
        ]
        for layout in layouts {
            let field = prefix.dropFirst(layout.offset).prefix(8)
            guard field.count == 8 else { continue }
            let bytes = Array(field)
            if bytes[0..<4].elementsEqual([0xDE, 0xC0, 0xEF, 0xBE]) {
                let version = bytes[4..<8].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                return version == LMDBPreflight.dataVersion ? layout.signature : .lmdbLaterVersion
            }
            if bytes[0..<4].elementsEqual([0xBE, 0xEF, 0xC0, 0xDE]) { return .lmdbBigEndian }
        }
        return nil
    }

    private static func text(_ prefix: [UInt8]) -> FileSignature {
        var body = prefix[...]
        if body.starts(with: [0xEF, 0xBB, 0xBF]) { body = body.dropFirst(3) }
        guard isText(body, isWhole: prefix.count < prefixSize) else { return .binary }
        let trimmed = body.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        switch trimmed.first {
        case UInt8(ascii: "["): return .jsonArray
        case UInt8(ascii: "{"): return .jsonObject
        case UInt8(ascii: "<"): return isHTML(trimmed) ? .html : .text
        default: return .text
        }
    }

    private static func isHTML(_ body: ArraySlice<UInt8>) -> Bool {
        let head = String(decoding: body.prefix(1024), as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<!--"].contains { head.hasPrefix($0) }
    }

    /// Whether the bytes are UTF-8 without the controls that text never has.
    private static func isText(_ body: ArraySlice<UInt8>, isWhole: Bool) -> Bool {
        let controls = body.contains { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B }
        if controls { return false }
        // A prefix may end inside a character of up to four bytes.
        let cuts = isWhole ? 0...0 : 0...3
        return cuts.contains { cut in
            String(validating: body.dropLast(cut), as: UTF8.self) != nil
        }
    }
}

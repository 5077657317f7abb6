import Platform
import Testing

@Suite struct FileSnifferTests {
    static func tar() -> [UInt8] {
        [UInt8](repeating: 0x61, count: 257) + Array("ustar\0".utf8) + [UInt8](repeating: 0, count: 200)
    }

    static let cases: [(bytes: [UInt8], signature: FileSignature)] = [
        ([], .empty),
        (Array("SQLite format 3\0rest".utf8), .sqlite),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .png),
        ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
        (Array("%PDF-1.7".utf8), .pdf),
        ([0x50, 0x4B, 3, 4, 9], .zip), ([0x50, 0x4B, 5, 6, 0], .zip),
        ([0x1F, 0x8B, 8], .gzip),
        (tar(), .tar),
        (Array("\n <!DOCTYPE html><p>".utf8), .html), (Array("<HTML>".utf8), .html),
        (Array("<svg>".utf8), .text),
        (Array("  [1]".utf8), .jsonArray), (Array("{\"kind\":1}\n{}".utf8), .jsonObject),
        ([0xEF, 0xBB, 0xBF] + Array("{".utf8), .jsonObject),
        (Array("a,b;c\r\n".utf8), .text), (Array("Zürich\n".utf8), .text),
        ([0xFF, 0xFE, 0x41, 0], .utf16),
        ([0, 1, 2, 3], .binary), ([0xC3, 0x28], .binary), ([0x80], .binary),
    ]

    @Test(arguments: cases.indices)
    func recognises(index: Int) {
        let (bytes, signature) = Self.cases[index]
        #expect(FileSniffer.classify(bytes) == signature)
    }

    @Test func aPrefixMayEndInsideACharacter() {
        let full = [UInt8](repeating: 0x61, count: FileSniffer.prefixSize - 1) + [0xC3]
        #expect(FileSniffer.classify(full) == .text)
        #expect(FileSniffer.classify(Array(full.dropFirst())) == .binary)
    }

    @Test func lmdbOfOtherMachinesHasItsOwnNames() {
        func page(_ offset: Int, _ magic: [UInt8], _ version: UInt8) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 4096)
            bytes.replaceSubrange(offset..<(offset + 4), with: magic)
            bytes[offset + 4] = version
            return bytes
        }
        let little: [UInt8] = [0xDE, 0xC0, 0xEF, 0xBE]
        #expect(FileSniffer.classify(page(16, little, 1)) == .lmdb)
        #expect(FileSniffer.classify(page(12, little, 1)) == .lmdb32Bit)
        #expect(FileSniffer.classify(page(16, little, 2)) == .lmdbLaterVersion)
        #expect(FileSniffer.classify(page(24, little, 2)) == .lmdbLaterVersion)
        #expect(FileSniffer.classify(page(16, little.reversed(), 0)) == .lmdbBigEndian)
    }

    @Test func everySignatureHasItsOwnPhrase() {
        #expect(Set(FileSignature.allCases.map(\.phrase)).count == FileSignature.allCases.count)
    }
}

import Platform
import TestSupport
import Testing

@Suite struct LMDBPreflightTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A data file of `pages` pages whose slots were written by commits 4 and 5.
    static func file(pageSize: Int = 4096, pages: Int = 8) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: pageSize * pages)
        for slot in 0...1 {
            func put(_ offset: Int, _ value: UInt64, _ width: Int) {
                for index in 0..<width {
                    bytes[slot * pageSize + offset + index] = UInt8(
                        truncatingIfNeeded: value >> (8 * index))
                }
            }
            put(0, UInt64(slot), 8)
            put(10, 8, 2)
            put(16, 0xBEEF_C0DE, 4)
            put(20, 1, 4)
            put(32, 1 << 20, 8)
            put(40, UInt64(pageSize), 4)
            put(136, UInt64(pages - 1), 8)
            put(144, UInt64(4 + slot), 8)
        }
        return bytes
    }

    func look(_ bytes: [UInt8]) throws -> LMDBPreflight {
        let path = try folder.write(bytes, to: "data-\(Randomness.uint64())")
        return try LMDBPreflight(path: path)
    }

    @Test(arguments: [4096, 16384, 32768])
    func wholeFilesAreUsable(pageSize: Int) throws {
        let result = try look(Self.file(pageSize: pageSize))
        #expect(result.verdict == .usable)
        #expect(result.newest?.transaction == 5)
        #expect(result.newest?.pageSize == pageSize)
        #expect(result.newest?.lastPage == 7)
        #expect(result.newest?.mapSize == 1 << 20)
    }

    @Test func oneDamagedMetaLeavesTheOther() throws {
        for slot in 0...1 {
            var bytes = Self.file(pageSize: 16384)
            bytes[slot * 16384 + 17] ^= 1
            let result = try look(bytes)
            #expect(result.verdict == .oneMetaDamaged(slot: slot))
            #expect(result.newest?.slot == 1 - slot)
        }
    }

    @Test func shortFilesAreTruncated() throws {
        let result = try look(Array(Self.file().dropLast(4097)))
        #expect(result.verdict == .truncated(expected: 32768, actual: 28671))
        #expect(result.sentence == "the file is truncated: expected 32768 bytes, has 28671")
    }

    @Test func filesOfOtherKindsAreForeign() throws {
        #expect(try look([]).verdict == .foreign(.empty))
        #expect(try look(Array("PK\u{3}\u{4}".utf8)).verdict == .foreign(.zip))
        var later = Self.file()
        later[20] = 2
        later[4096 + 20] = 2
        #expect(try look(later).verdict == .foreign(.lmdbLaterVersion))
    }

    @Test func absurdPageNumbersAndDamagedMetasAreDamage() throws {
        var absurd = Self.file()
        for index in 0..<8 { absurd[4096 + 136 + index] = 0xFF }
        if case .damaged = try look(absurd).verdict {} else { Issue.record("not damaged") }
        var both = Self.file()
        both[40] = 1
        both[4096 + 40] = 1
        #expect(try look(both).verdict == .damaged("both meta pages are damaged"))
    }

    @Test func flippedBitsAndCutsNeverTrap() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<300 {
            var bytes = Self.file()
            for _ in 0..<4 {
                let page = Int(random.next() % 2) * 4096
                bytes[page + Int(random.next() % 152)] = UInt8(random.next() & 0xFF)
            }
            bytes.removeLast(Int(random.next() % UInt64(bytes.count)))
            _ = try look(bytes)
        }
    }

    @Test func missingFilesAndDirectoriesThrow() throws {
        #expect(throws: PlatformError.self) { try LMDBPreflight(path: folder.file("none")) }
        #expect(throws: PlatformError.self) { try LMDBPreflight(path: folder.path) }
    }
}

import Foundation
import Platform
import Testing

@Suite struct FilesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func code(_ body: () throws -> Void) -> PlatformError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PlatformError)?.code
        }
    }

    @Test func readsWholeFilesUpToTheLimit() throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let path = try folder.write(bytes, to: "data")
        #expect(try Files.readAll(path, limit: 200_000) == bytes)
        #expect(code { _ = try Files.readAll(path, limit: 199_999) } == .tooLarge)
        #expect(code { _ = try Files.readAll(folder.file("none"), limit: 9) } == .notFound)
        #expect(code { _ = try Files.readAll(folder.path, limit: 9) } == .isADirectory)
    }

    @Test func aHintOfWhatWillBeReadChangesNothing() throws {
        let path = try folder.write(Array(0..<100), to: "data")
        let before = try Files.status(of: path)
        let file = try RandomAccessFile(path: path)
        for (offset, count) in [(0, 100), (90, 1 << 20), (1 << 40, 1), (5, 0)] as [(Int64, Int)] {
            file.willRead(at: offset, count: count)
        }
        #expect(try file.read(at: 90, count: 20) == Array(90..<100))
        #expect(try Files.status(of: path) == before)
    }

    @Test func readsRanges() throws {
        let path = try folder.write(Array(0..<100), to: "data")
        #expect(try Files.readRange(path, offset: 90, count: 5) == [90, 91, 92, 93, 94])
        #expect(try Files.readRange(path, offset: 98, count: 50) == [98, 99])
        #expect(try Files.readRange(path, offset: 100, count: 1).isEmpty)
        #expect(try Files.readRange(path, offset: 5, count: 0).isEmpty)
    }

    @Test func tellsKinds() throws {
        let path = try folder.write([1, 2, 3], to: "data")
        #expect(try Files.kind(of: path) == .file(size: 3))
        #expect(try Files.kind(of: folder.path) == .directory)
        #expect(try Files.kind(of: folder.file("none")) == .missing)
        #expect(try Files.kind(of: path + "/below") == .missing)
        #expect(try Files.kind(of: "/dev/null") == .other)
    }

    @Test func identityIsThatOfTheFileAndNotOfItsName() throws {
        let path = try folder.write([1], to: "data")
        let other = try folder.write([1], to: "other")
        try FileManager.default.linkItem(atPath: path, toPath: folder.file("link"))
        #expect(try Files.identity(of: path) == Files.identity(of: folder.file("link")))
        #expect(try Files.identity(of: path) != Files.identity(of: other))
    }

    @Test func listsEntriesByTheirBytes() throws {
        for name in ["b", "a", "Z", "ä", "a.b"] { try folder.write([], to: name) }
        #expect(try Files.entries(of: folder.path) == ["Z", "a", "a.b", "b", "ä"])
        #expect(code { _ = try Files.entries(of: folder.file("none")) } == .notFound)
    }

    @Test func newFilesBelongToTheirOwnerAloneAndReplaceNothing() throws {
        let path = try folder.write([1], to: "data")
        #expect(try Files.status(of: path).permissions == 0o600)
        #expect(code { _ = try FileWriter(creating: path) } == .alreadyExists)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("dangling"), withDestinationPath: folder.file("target"))
        #expect(code { _ = try FileWriter(creating: folder.file("dangling")) } == .alreadyExists)
        #expect(try Files.kind(of: folder.file("target")) == .missing)
    }

    @Test func writerKeepsTheOrderOfSmallAndLargeWrites() throws {
        let writer = try FileWriter(creating: folder.file("data"))
        let large = [UInt8](repeating: 7, count: FileWriter.bufferSize + 1)
        try writer.write([1, 2])
        try writer.write(large)
        try writer.write([3])
        try writer.write(large)
        try writer.write([4])
        try writer.synchronize()
        #expect(
            try Files.readAll(folder.file("data"), limit: 1 << 20) == [1, 2] + large + [3] + large + [4])
    }

    @Test func readerGivesChunksInOrder() throws {
        let path = try folder.write(Array(0..<10), to: "data")
        let reader = try FileReader(path: path)
        #expect(try reader.read(upTo: 4) == [0, 1, 2, 3])
        #expect(try reader.readToEnd(limit: 6) == [4, 5, 6, 7, 8, 9])
        #expect(try reader.read().isEmpty)
        #expect(code { _ = try FileReader(path: folder.path) } == .isADirectory)
    }

    @Test(arguments: [
        ("a/b/c", "a/b", "c"), ("c", ".", "c"), ("/c", "/", "c"), ("a/", "a", ""),
    ])
    func splitsPaths(path: String, directory: String, name: String) {
        #expect(Files.directory(of: path) == directory)
        #expect(Files.name(of: path) == name)
    }

    @Test func removesRenamesAndSynchronises() throws {
        let path = try folder.write([1], to: "data")
        try Files.rename(path, to: folder.file("moved"))
        try Files.syncDirectory(folder.path)
        #expect(try Files.kind(of: path) == .missing)
        try Files.unlink(folder.file("moved"))
        #expect(try Files.entries(of: folder.path).isEmpty)
        #expect(code { try Files.unlink(folder.file("moved")) } == .notFound)
        #expect(code { try Files.unlink("a\0b") } == .other)
    }

    @Test func errorsSayWhatWasTriedOnWhat() throws {
        let error = #expect(throws: PlatformError.self) {
            try Files.readAll("/nonexistent/x", limit: 1)
        }
        #expect(error?.description == "cannot open /nonexistent/x: there is no such file or directory")
        #expect(error?.errno == ENOENT)
    }
}

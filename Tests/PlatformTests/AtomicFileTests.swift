import Foundation
import Platform
import Testing

@Suite struct AtomicFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func appearsWholeOnCommit() throws {
        let path = folder.file("out")
        let file = try AtomicFile(path: path)
        try file.write([1, 2, 3])
        #expect(try Files.kind(of: path) == .missing)
        try file.commit()
        #expect(try Files.readAll(path, limit: 9) == [1, 2, 3])
        #expect(try Files.status(of: path).permissions == 0o600)
        #expect(try Files.entries(of: folder.path) == ["out"])
    }

    @Test func leavesNothingWithoutCommit() throws {
        do {
            let file = try AtomicFile(path: folder.file("out"))
            try file.write([1])
            #expect(try Files.entries(of: folder.path).count == 1)
        }
        #expect(try Files.entries(of: folder.path).isEmpty)
    }

    @Test func refusesAnExistingTargetAtTheStart() throws {
        let path = try folder.write([9], to: "out")
        let error = #expect(throws: PlatformError.self) { try AtomicFile(path: path) }
        #expect(error?.code == .alreadyExists)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("dangling"), withDestinationPath: folder.file("target"))
        #expect(throws: PlatformError.self) { try AtomicFile(path: folder.file("dangling")) }
    }

    @Test func refusesATargetThatAppearedMeanwhile() throws {
        let path = folder.file("out")
        let file = try AtomicFile(path: path)
        try file.write([1])
        try folder.write([9], to: "out")
        let error = #expect(throws: PlatformError.self) { try file.commit() }
        #expect(error?.code == .alreadyExists)
        #expect(try Files.readAll(path, limit: 9) == [9])
        #expect(try Files.entries(of: folder.path) == ["out"])
    }

    @Test func replacesWhenToldTo() throws {
        let path = try folder.write([9], to: "out")
        let file = try AtomicFile(path: path, replacing: true, permissions: 0o640)
        try file.write([1])
        try file.commit()
        #expect(try Files.readAll(path, limit: 9) == [1])
        #expect(try Files.status(of: path).permissions == 0o640)
        #expect(try Files.entries(of: folder.path) == ["out"])
    }

    @Test func neverReplacesADirectory() throws {
        let error = #expect(throws: PlatformError.self) {
            try AtomicFile(path: folder.path, replacing: true)
        }
        #expect(error?.code == .isADirectory)
        #expect(throws: PlatformError.self) { try AtomicFile(path: folder.path + "/") }
        #expect(throws: PlatformError.self) { try AtomicFile(path: folder.file("none/out")) }
    }

    @Test func staysInItsDirectoryWhenThatIsSwapped() throws {
        let home = folder.file("home")
        try Files.makeDirectory(home)
        let file = try AtomicFile(path: home + "/out")
        try file.write([1])
        try Files.rename(home, to: folder.file("moved"))
        try Files.makeDirectory(home)
        try file.commit()
        #expect(try Files.entries(of: home).isEmpty)
        #expect(try Files.entries(of: folder.file("moved")) == ["out"])
    }

    @Test func commitTwiceIsAProgrammingError() async {
        await #expect(processExitsWith: .failure) {
            let folder = try TemporaryFolder()
            let file = try AtomicFile(path: folder.file("out"))
            try file.commit()
            try Files.unlink(folder.file("out"))
            try Files.removeDirectory(folder.path)
            try file.commit()
        }
    }
}

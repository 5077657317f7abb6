import Platform

/// A directory for one test, removed with everything in it when the test ends.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = "/tmp/platform-tests-\(Randomness.uint64())"
        try Files.makeDirectory(path)
    }

    deinit { Self.remove(path) }

    func file(_ name: String) -> String { path + "/" + name }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let writer = try FileWriter(creating: file(name))
        try writer.write(bytes)
        try writer.flush()
        return file(name)
    }

    private static func remove(_ path: String) {
        for name in (try? Files.entries(of: path)) ?? [] {
            let entry = path + "/" + name
            if (try? Files.unlink(entry)) == nil { remove(entry) }
        }
        try? Files.removeDirectory(path)
    }
}

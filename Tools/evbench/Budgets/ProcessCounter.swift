import Platform

/// Counts what a process does: the instructions it takes, the memory it asks for, the pages it writes.
struct ProcessCounter {
    /// What the counting library counts.
    struct Counts {
        /// Pieces of memory asked for.
        let allocations: Double
        /// Pages written to files.
        let pages: Double
        /// Writes and syncs that wait for the disk.
        let syncs: Double
    }

    let folder: WorkFolder
    /// The counting library; nil where it could not be built.
    let library: String?
    /// The program valgrind; nil where it is not installed.
    let valgrind: String?

    init(_ folder: WorkFolder, library: String?) {
        self.folder = folder
        self.library = library
        let folders = (ProcessEnvironment.value("PATH") ?? "").split(separator: ":")
        valgrind = folders.map { $0 + "/valgrind" }.first { path in
            if case .file? = try? Files.kind(of: path) { true } else { false }
        }
    }

    /// The instructions that a program takes from its start to its end; nil without valgrind or the library.
    func instructions(_ program: String, _ arguments: [String]) throws -> Double? {
        guard let valgrind, let library else { return nil }
        let log = folder.newPath()
        defer { folder.remove(log) }
        let words = [
            "LD_PRELOAD=" + library, valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null",
            "--log-file=" + log, program,
        ]
        guard Machine.run("/usr/bin/env", words + arguments)?.status == 0 else {
            throw BenchError(
                "valgrind could not run \(program):\n" + String(decoding: try read(log), as: UTF8.self))
        }
        // The line ends with the number: `==1== Collected : 22339719`.
        let lines = String(decoding: try read(log), as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.contains("Collected : ") }),
            let count = line.split(separator: " ").last.flatMap({ Double($0) })
        else { throw BenchError("valgrind did not say how many instructions \(program) took") }
        return count
    }

    /// What the counting library counts of a program; nil without the library.
    func counts(_ program: String, _ arguments: [String]) throws -> Counts? {
        guard let library else { return nil }
        let answer = folder.newPath()
        defer { folder.remove(answer) }
        let words = ["LD_PRELOAD=" + library, "COUNTS_FILE=" + answer, program] + arguments
        guard Machine.run("/usr/bin/env", words)?.status == 0 else {
            throw BenchError("\(program) did not run with the counting library")
        }
        let numbers = String(decoding: try read(answer), as: UTF8.self)
            .split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
        guard numbers.count == 3 else { throw BenchError("the counting library gave no counts") }
        return Counts(allocations: numbers[0], pages: numbers[1], syncs: numbers[2])
    }

    private func read(_ path: String) throws -> [UInt8] { try Files.readAll(path, limit: 1 << 20) }
}

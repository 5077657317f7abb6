import Foundation

/// What a run of the tool asked of the system about files, as strace wrote it down.
struct SystemCalls {
    /// The program that writes it down; nil where it is not installed or may not trace.
    static let tracer: String? = {
        let path = "/usr/bin/strace"
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-f", "-qq", "-o", "/dev/null", "/bin/true"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? path : nil
    }()

    /// Calls that change something under a name that they are given.
    private static let changing: Set = [
        "creat", "truncate", "rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir", "mkdir",
        "mkdirat", "mknod", "mknodat", "link", "linkat", "symlink", "symlinkat", "chmod", "fchmodat",
        "fchmodat2", "chown", "lchown", "fchownat", "utime", "utimes", "futimesat", "utimensat", "setxattr",
        "lsetxattr", "removexattr", "lremovexattr",
    ]
    private static let opening: Set = ["open", "openat", "openat2"]

    let lines: [Substring]
    /// How the tool ended.
    let run: ToolRun

    /// Runs the tool with `words` in a folder and writes its calls down.
    init(_ words: [String], in folder: String) throws {
        let scratch = try TemporaryFolder()
        let trace = scratch.file("trace")
        let options = ["-f", "-qq", "-y", "-s", "4096", "-e", "trace=%file,ftruncate,fallocate", "-o", trace]
        let process = try ToolRun.start(
            executable: Self.tracer ?? "/nonexistent", options + [ToolRun.tool] + words, in: folder, scratch)
        run = ToolRun(waitingFor: process, scratch)
        lines = scratch.text("trace").split(separator: "\n")
    }

    /// The calls that open a file in a folder for writing, make one there, or change one there.
    ///
    /// - Parameter folder: The folder in which the tool ran, so that names without a slash in front count too.
    func changes(in folder: String) -> [Substring] {
        lines.filter { line in
            // The process comes first; what does not fit is a signal, or the end of a process.
            guard let call = line.firstMatch(of: /^[0-9]+ +([a-z_0-9]+)\((.*)$/) else { return false }
            let (name, rest) = (String(call.1), String(call.2))
            if name == "ftruncate" || name == "fallocate" { return rest.contains("<" + folder) }
            guard Self.isInside(rest, folder) else { return false }
            if Self.changing.contains(name) { return true }
            return Self.opening.contains(name) && rest.contains(/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND/)
        }
    }

    /// The calls that open something in the folder.
    func opens(in folder: String) -> [Substring] {
        lines.filter { line in
            guard let call = line.firstMatch(of: /^[0-9]+ +([a-z_0-9]+)\((.*)$/) else { return false }
            return Self.opening.contains(String(call.1)) && Self.isInside(String(call.2), folder)
        }
    }

    private static func isInside(_ arguments: String, _ folder: String) -> Bool {
        arguments.matches(of: /"([^"]*)"/).contains { match in
            !match.1.hasPrefix("/") || match.1.hasPrefix(folder)
        }
    }
}

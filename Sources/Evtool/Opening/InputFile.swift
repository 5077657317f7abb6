internal import CommandLineKit
internal import Platform

/// Reads the files that commands are given; `-` is standard input.
enum InputFile {
    /// The largest file that is read at once, in bytes.
    static let largest = 1 << 30

    /// How messages name the file at `path`.
    static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

    /// The bytes of a file.
    ///
    /// - Throws: `E-INPUT-MISSING`, `E-PERMISSION`, `E-INPUT` for a folder, `E-TOO-LARGE`.
    static func read(_ path: String) throws(ToolError) -> [UInt8] {
        if path != "-" { try checkKind(of: path) }
        do throws(PlatformError) {
            return path == "-"
                ? try FileReader.standardInput().readToEnd(limit: largest)
                : try Files.readAll(path, limit: largest)
        } catch {
            throw error.code == .tooLarge ? tooLarge(path) : ToolError(platform: error, path: path)
        }
    }

    private static func tooLarge(_ path: String) -> ToolError {
        ToolError(
            .tooLarge, exit: .unusableInput, "\(name(path)) is larger than \(largest) bytes",
            argument: "FILE", value: path)
    }

    private static func checkKind(of path: String) throws(ToolError) {
        let kind: PathKind
        do throws(PlatformError) { kind = try Files.kind(of: path) } catch {
            throw ToolError(platform: error, path: path)
        }
        switch kind {
        case .missing:
            throw ToolError(
                .inputMissing, exit: .noInput, "there is no file at \(path)", argument: "FILE", value: path)
        case .directory:
            throw ToolError(
                .input, exit: .noInput, "\(path) is a folder, not a file", argument: "FILE", value: path)
        case .file(let size) where size > largest: throw tooLarge(path)
        case .file, .other: return
        }
    }
}

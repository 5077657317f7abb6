internal import CommandLineKit
internal import Platform

/// Where an export goes: standard output, or a file that appears when it is whole.
final class ExportTarget {
    /// The file's path; nil for standard output.
    let path: String?
    private let file: AtomicFile?
    private let console: Console

    /// Reads `--out` and `--force`.
    ///
    /// - Throws: `E-TARGET-EXISTS` where something stands there that may not be replaced: found before anything
    ///   is read.
    init(_ context: ToolContext) throws(ToolError) {
        console = context.console
        let isForced = context.arguments.has("force")
        guard let out = context.arguments.value("out"), out != "-" else {
            guard !isForced else {
                throw ToolError(
                    .optionConflict, exit: .usage, "--force goes with --out", argument: "--force")
            }
            (path, file) = (nil, nil)
            return
        }
        if try !LogFiles.isMissing(out), !isForced || !ExportFile.isExport(out) {
            throw ToolError(
                .targetExists, exit: .cannotCreate, "something stands at \(out) already",
                details: [
                    isForced
                        ? "--force replaces an export only, and this is none" : "--force replaces an export"
                ], argument: "--out", value: out)
        }
        path = out
        do throws(PlatformError) { file = try AtomicFile(path: out, replacing: isForced) } catch {
            throw Self.failure(error, out)
        }
    }

    /// Adds bytes.
    func write(_ bytes: [UInt8]) throws {
        if let file {
            do throws(PlatformError) { try file.write(bytes) } catch { throw Self.failure(error, path ?? "") }
            return
        }
        console.writeBytes(bytes)
        if let failure = console.outputFailure { throw failure }
    }

    /// Gives the file its name, durably.
    func commit() throws {
        do throws(PlatformError) { try file?.commit() } catch { throw Self.failure(error, path ?? "") }
    }

    /// Removes what was written to a file.
    func cancel() { file?.cancel() }

    private static func failure(_ error: PlatformError, _ path: String) -> ToolError {
        switch error.code {
        case .notFound, .isADirectory, .notADirectory:
            ToolError(
                .inputOutput, exit: .cannotCreate, "\(path) cannot be made: \(error)", argument: "--out",
                value: path)
        default: ToolError(platform: error, path: path)
        }
    }

    /// The error for Ctrl-C.
    static let interrupted = ToolError(
        .interrupted, exit: .interrupted, "interrupted", details: ["no file was written"])
}

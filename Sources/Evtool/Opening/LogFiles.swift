internal import CommandLineKit
internal import Platform

/// The files of a log, found and looked at before anything opens them.
struct LogFiles {
    /// The path that the user gave.
    let path: String
    /// The data file.
    let data: String
    /// LMDB's lock file beside it; it need not exist.
    let lock: String

    /// Finds the data file of the log at `path`.
    ///
    /// - Throws: `E-LOG-MISSING`, `E-LOG-FOREIGN` for a folder without a log, `E-PERMISSION`.
    init(finding path: String, _ context: ToolContext) throws(ToolError) {
        self.path = path
        let kind: PathKind
        do { kind = try Files.kind(of: path) } catch { throw ToolError(platform: error, path: path) }
        switch kind {
        case .missing:
            throw Self.missing(path, context)
        case .directory:
            guard case .file? = try? Files.kind(of: path + "/data.mdb") else {
                throw Self.folder(path, context)
            }
            data = path + "/data.mdb"
            lock = path + "/lock.mdb"
        case .file:
            data = path
            lock =
                Files.name(of: path) == "data.mdb" ? Files.directory(of: path) + "/lock.mdb" : path + "-lock"
        case .other:
            throw ToolError(
                .logForeign, exit: .unusableInput, "\(path) is neither a file nor a folder",
                argument: "--log", value: path)
        }
    }

    /// The error for a path where nothing stands, with the logs beside it that may have been meant.
    private static func missing(_ path: String, _ context: ToolContext) -> ToolError {
        var error = ToolError(
            .logMissing, exit: .noInput, "there is no log at \(path)", argument: "--log", value: path)
        if path == "-" {
            error.details = ["a log is a file of pages, so it cannot come from standard input"]
            return error
        }
        let folder = Files.directory(of: path)
        if case .missing? = try? Files.kind(of: folder) { error.details = ["there is no folder \(folder)"] }
        let names = LogLocator.logs(in: folder)
        if !names.isEmpty {
            error.details = ["logs in that folder: " + list(names)]
        }
        error.candidates = Hints.nearest(to: Files.name(of: path), in: names)
        if error.candidates.isEmpty, context.arguments.accepts("create") {
            error.next = context.sameCommand(adding: "--create")
        }
        return error
    }

    /// The error for a folder that is no log, with the logs in it.
    private static func folder(_ path: String, _ context: ToolContext) -> ToolError {
        let names = LogLocator.logs(in: path)
        guard let first = names.first else {
            return ToolError(
                .logForeign, exit: .unusableInput, "\(path) is a folder that holds no log",
                details: ["a log is a file NAME.evlog, or a folder with data.mdb"], argument: "--log",
                value: path)
        }
        let better = path + (path.hasSuffix("/") ? "" : "/") + first
        return ToolError(
            .logForeign, exit: .unusableInput, "\(path) is a folder, not a log",
            details: ["logs in it: " + list(names)], argument: "--log", value: path,
            next: context.words.contains(path)
                ? ShellText.command([context.program] + context.words.map { $0 == path ? better : $0 })
                : nil)
    }

    private static func list(_ names: [String]) -> String {
        let more = names.count > listed ? ", and \(names.count - listed) more" : ""
        return names.prefix(listed).joined(separator: ", ") + more
    }

    /// How many logs an error lists.
    private static let listed = 10

    /// Whether nothing at all stands at `path`.
    static func isMissing(_ path: String) throws(ToolError) -> Bool {
        do throws(PlatformError) { return try Files.kind(of: path) == .missing } catch {
            throw ToolError(platform: error, path: path)
        }
    }

    /// Makes sure that a new file can be made at `path`: nothing stands there, and its folder exists.
    ///
    /// - Throws: `E-TARGET-EXISTS`, `E-TARGET-FOLDER`, `E-PERMISSION`.
    static func checkTarget(_ path: String, argument: String, next: String? = nil) throws(ToolError) {
        guard try isMissing(path) else {
            throw ToolError(
                .targetExists, exit: .cannotCreate, "something stands at \(path) already",
                details: ["choose another name; a log is never overwritten"], argument: argument,
                value: path, next: next)
        }
        let folder = Files.directory(of: path)
        let kind: PathKind
        do throws(PlatformError) { kind = try Files.kind(of: folder) } catch {
            throw ToolError(platform: error, path: folder)
        }
        guard kind == .directory else {
            throw ToolError(
                .targetFolder, exit: .cannotCreate, "\(path) cannot be made: there is no folder \(folder)",
                argument: argument, value: path)
        }
    }

    /// Looks at the file's first pages: only a file that could be a whole log is ever mapped.
    ///
    /// - Throws: `E-LOG-EMPTY`, `E-LOG-FOREIGN` with what the file is instead, `E-LOG-TRUNCATED`,
    ///   `E-LOG-DAMAGED`.
    func preflight(program: String) throws(ToolError) -> LMDBPreflight {
        let preflight: LMDBPreflight
        do { preflight = try LMDBPreflight(path: data) } catch {
            throw ToolError(platform: error, path: path)
        }
        switch preflight.verdict {
        case .usable: return preflight
        case .foreign(.empty):
            throw ToolError(
                .logEmpty, exit: .unusableInput, "\(path) is empty (0 bytes), not a log",
                details: ["a copy or a download of it never began"], argument: "--log", value: path)
        case .foreign where ExportFile.isExport(data):
            throw ToolError.export(path, cannotBe: "written to", program: program)
        case .foreign(let signature):
            throw ToolError(
                .logForeign, exit: .unusableInput, "\(path) is no event log: it is \(signature.phrase)",
                details: Self.advice(signature, path: path, program: program), argument: "--log",
                value: path)
        case .truncated(let expected, let actual):
            throw ToolError(
                .logTruncated, exit: .unusableInput,
                "\(path) is cut off: it has \(actual) of \(expected) bytes",
                details: ["the copy or the download was not complete; nothing in it was changed"],
                argument: "--log", value: path, next: Self.salvage(path, program))
        case .oneMetaDamaged(let slot):
            throw ToolError(
                .logDamaged, exit: .unusableInput, "\(path) is damaged: its page \(slot) is unreadable",
                details: ["what comes before the last commit may still be whole"], argument: "--log",
                value: path, next: Self.salvage(path, program))
        case .damaged(let reason):
            throw ToolError(
                .logDamaged, exit: .unusableInput, "\(path) is damaged: \(reason)", argument: "--log",
                value: path, next: Self.salvage(path, program))
        }
    }

    /// The command that gets out of a damaged log what can be read.
    static func salvage(_ path: String, _ program: String) -> String {
        ShellText.command([program, "salvage", "--log", path, "--out", "SALVAGED.evlog"])
    }

    private static func advice(_ signature: FileSignature, path: String, program: String) -> [String] {
        switch signature {
        case .zip, .gzip, .tar: ["unpack it first and give the *.evlog inside"]
        case .text:
            [
                "if it is a table of visits: "
                    + ShellText.command([program, "import", path, "--out", "NEW.evlog"])
            ]
        case .jsonObject:
            [
                "if it is an export: " + ShellText.command([program, "import", path, "--out", "NEW.evlog"]),
                "if it is a file of events: "
                    + ShellText.command([program, "record", "events", path, "--create", "--log", "NEW.evlog"]),
            ]
        case .jsonArray: ["events are read one JSON object a line, not as one array"]
        case .lmdbBigEndian, .lmdb32Bit:
            ["files of LMDB fit only machines of one kind; make an export where it was written"]
        default: ["a log is made by `\(program) create`, `record --create` or `import --out`"]
        }
    }

    /// The process that has the log open, or nil.
    ///
    /// LMDB holds a lock on the first byte of its lock file for as long as the log is open.
    func holder() throws(ToolError) -> Int32? {
        do { return try FileLockProbe.holder(of: lock, byte: 0) } catch {
            throw ToolError(platform: error, path: lock)
        }
    }
}

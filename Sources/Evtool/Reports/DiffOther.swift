internal import CommandLineKit
internal import Exchange
internal import Platform

/// What `--against` names: rows in a file, or another log.
enum DiffOther {
    case rows(DiffRowsFile)
    case log(OpenedLog)

    /// The bytes that are looked at to tell rows from a log.
    private static let prefixBytes = 256

    /// Looks at what stands at `path` and opens it; `-` is rows on standard input.
    ///
    /// - Throws: `E-INPUT-MISSING`, `E-ROWS` for lines that are no rows, and what opening a log throws.
    init(_ path: String, _ context: ToolContext) throws(ToolError) {
        do throws(ToolError) {
            self = try Self.open(path, context)
        } catch {
            var error = error
            error.argument = "--against"
            throw error
        }
    }

    /// Whether a path leads to the log that the command is about, which is open already.
    private static func isSame(_ path: String, _ context: ToolContext) throws(ToolError) -> Bool {
        guard let identity = try? Files.identity(of: path) else { return false }
        let log = try context.openLog().path
        return identity == (try? Files.identity(of: log))
    }

    private static func open(_ path: String, _ context: ToolContext) throws(ToolError) -> DiffOther {
        if try isSame(path, context) { return .log(try context.openLog()) }
        let kind: PathKind
        do throws(PlatformError) { kind = path == "-" ? .other : try Files.kind(of: path) } catch {
            throw ToolError(platform: error, path: path)
        }
        switch kind {
        case .file:
            guard let prefix = try? Files.readRange(path, offset: 0, count: prefixBytes),
                isObject(prefix), !ExportHeader.leads(prefix.span)
            else { return .log(try OpenedLog.open(path, context)) }
            return .rows(try DiffRowsFile(try InputFile.read(path), named: InputFile.name(path), context))
        case .directory: return .log(try OpenedLog.open(path, context))
        case .missing, .other:
            // A pipe is read once, whatever comes out of it.
            let bytes = try InputFile.read(path)
            if ExportHeader.leads(bytes.span) {
                return .log(OpenedLog(export: try ExportFile.log(bytes, path), path, context))
            }
            return .rows(try DiffRowsFile(bytes, named: InputFile.name(path), context))
        }
    }

    /// Whether the first character that is no blank begins an object.
    private static func isObject(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "{")
    }
}

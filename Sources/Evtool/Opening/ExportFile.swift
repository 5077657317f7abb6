internal import CommandLineKit
internal import Exchange
internal import Platform

/// Finds out whether a path names an export, and reads it.
enum ExportFile {
    /// The bytes that are looked at.
    private static let prefixBytes = 256

    /// The export at `path`; nil where something else stands there, or nothing.
    ///
    /// - Throws: `E-LOG-FOREIGN` for standard input that holds no export, `E-LOG-DAMAGED` with the line for an
    ///   export that cannot be believed.
    static func read(_ path: String) throws(ToolError) -> ExportedLog? {
        guard let bytes = try content(of: path) else { return nil }
        return try log(bytes, path)
    }

    /// The export that `bytes` are, which were read from `path`.
    ///
    /// - Throws: As `read`.
    static func log(_ bytes: [UInt8], _ path: String) throws(ToolError) -> ExportedLog {
        do throws(ExchangeError) { return try ExportedLog(reading: bytes) } catch {
            let placed = error.inFile(path == "-" ? "standard input" : path)
            var details = error.field.map { ["field: \($0)"] } ?? []
            if !error.accepted.isEmpty {
                details.append("accepted: " + error.accepted.joined(separator: ", "))
            }
            throw ToolError(
                error.code == .unsupportedFormat ? .logFormat : .logDamaged, exit: .unusableInput,
                placed.description, details: details, argument: "--log", value: path)
        }
    }

    /// Whether the file at `path` begins as an export.
    static func isExport(_ path: String) -> Bool {
        guard let prefix = try? Files.readRange(path, offset: 0, count: prefixBytes) else { return false }
        return ExportHeader.leads(prefix.span)
    }

    private static func content(of path: String) throws(ToolError) -> [UInt8]? {
        if path == "-" {
            let bytes = try InputFile.read(path)
            guard ExportHeader.leads(bytes.span) else {
                throw ToolError(
                    .logForeign, exit: .unusableInput,
                    "standard input holds no export: it is \(FileSniffer.classify(Array(bytes.prefix(FileSniffer.prefixSize))).phrase)",
                    details: ["a log is a file of pages, so only an export can come from standard input"],
                    argument: "--log", value: path)
            }
            return bytes
        }
        switch try? Files.kind(of: path) {
        case .file?: return isExport(path) ? try InputFile.read(path) : nil
        case .other?:
            // A pipe is read once: what is no export in it is nothing that can be opened.
            let bytes = try InputFile.read(path)
            return ExportHeader.leads(bytes.span) ? bytes : nil
        default: return nil
        }
    }
}

internal import CommandLineKit
internal import Platform

/// Finds out which log a command is about: `--log`, else the environment, else the one in this folder.
struct LogLocator {
    /// The environment variable that names a log.
    static let variable = "EVTOOL_LOG"
    /// The ending of a log's file name.
    static let suffix = ".evlog"

    /// The names of the logs in a folder, sorted; none where it cannot be read.
    static func logs(in folder: String) -> [String] {
        ((try? Files.entries(of: folder)) ?? []).filter { $0.hasSuffix(suffix) }.sorted()
    }

    /// The log's path, as the user gave it.
    ///
    /// - Throws: `E-LOG-NONE` when nothing names one, `E-LOG-AMBIGUOUS` when this folder holds several.
    static func path(for context: ToolContext) throws(ToolError) -> String {
        if let given = context.arguments.value("log") { return given }
        if let named = ProcessEnvironment.nonEmptyValue(variable) { return named }
        let names = logs(in: ".")
        switch names.count {
        case 1: return names[0]
        case 0:
            throw ToolError(
                .logNone, exit: .noInput, "no log given",
                details: [
                    "accepted: --log PATH, the variable \(variable), or one *\(suffix) in this folder",
                    "this folder holds none",
                ], argument: "--log", next: context.sameCommand(adding: "--log", "NAME\(suffix)"))
        default:
            throw ToolError(
                .logAmbiguous, exit: .usage, "\(names.count) logs in this folder; which one",
                details: ["here: " + names.joined(separator: ", ")], argument: "--log",
                next: context.sameCommand(adding: "--log", names[0]))
        }
    }
}

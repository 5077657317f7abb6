internal import Anchors
internal import CommandLineKit
internal import Platform

/// `anchor new`.
enum AnchorKey {
    static func make(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let path = try path(context)
        let folder = Files.directory(of: path)
        try LogFiles.checkTarget(path, argument: "--key")
        if !context.arguments.has("here") {
            let names = (try? Files.entries(of: folder)) ?? []
            if let log = names.first(where: { $0.hasSuffix(LogLocator.suffix) || $0 == "data.mdb" }) {
                throw ToolError(
                    .keyPlace, exit: .usage, "the key would lie in the folder of a log (\(log))",
                    details: [
                        "whoever takes or changes that folder would have the key too",
                        "accepted: another folder, or --here where that is meant",
                    ], argument: "--key", value: path)
            }
        }
        let made: KeyFile
        do throws(AnchorError) {
            made = try KeyFile.create(at: path, named: context.arguments.value("name") ?? "me")
        } catch { throw ToolError(anchor: error, argument: error.code == .badName ? "--name" : "--key") }
        let line = made.key.verifier.description
        if context.mode == .json {
            var json = JSONLine(kind: "key")
            json.string("verifier", line)
            context.console.write(json)
        } else {
            context.console.print(line)
            context.console.note("give this line to whoever is to check; keep the key where the log is not")
        }
        return context.end(.yes, counts: [("keys", 1)])
    }

    /// The path that `--key` names.
    static func path(_ context: ToolContext) throws(ToolError) -> String {
        guard let path = context.arguments.value("key") else {
            throw ToolError(
                .optionMissing, exit: .usage, "which key", details: ["accepted: --key FILE"],
                argument: "--key",
                next: context.sameCommand(adding: "--key", "FILE"))
        }
        return path
    }

    /// The key that `--key` names.
    static func read(_ context: ToolContext) throws(ToolError) -> KeyFile {
        let path = try path(context)
        do throws(AnchorError) {
            let file = try KeyFile(reading: path)
            if file.isReadableByOthers {
                context.console.note("others than you may read \(path); chmod 600 keeps them out")
            }
            return file
        } catch { throw ToolError(anchor: error, argument: "--key", value: path) }
    }
}

internal import CommandLineKit
internal import Platform

/// `__man`: writes the manual pages below a folder, for packages and `Tools/install`.
enum ManVerb: ToolVerb {
    static var name: String { "__man" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, summary: "Write the manual pages.", effect: Effect(.writesNewFile),
            arguments: [
                ArgumentSpec("DIR", .file, doc: "The folder of manuals, such as /usr/local/share/man.")
            ], isHidden: true)
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let folder = context.arguments.argument("DIR") ?? "."
        let pages = Tool(context.model).manual
        do throws(PlatformError) {
            try makeFolder(folder)
            for page in pages {
                try makeFolder("\(folder)/man\(page.section)")
                let file = try AtomicFile(
                    path: "\(folder)/man\(page.section)/\(page.name).\(page.section)", replacing: true,
                    permissions: filePermissions)
                try file.write(Array(page.text.utf8))
                try file.commit()
            }
        } catch {
            throw ToolError(
                .inputOutput, exit: .inputOutput, "the manual cannot be written: \(error)", argument: "DIR",
                value: folder)
        }
        if context.mode != .json {
            for page in pages { context.console.print("man\(page.section)/\(page.name).\(page.section)") }
        }
        return context.end(.yes, counts: [("pages", pages.count)])
    }

    /// Everybody may read a manual.
    private static let filePermissions: UInt32 = 0o644
    private static let folderPermissions: UInt32 = 0o755

    private static func makeFolder(_ path: String) throws(PlatformError) {
        guard try Files.kind(of: path) == .missing else { return }
        try Files.makeDirectory(path, permissions: folderPermissions)
    }
}

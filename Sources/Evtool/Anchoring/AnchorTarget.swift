internal import Anchors
internal import CommandLineKit
internal import Digest
internal import Platform

/// Where a checkpoint or a proof goes.
struct AnchorTarget {
    private let path: String?

    /// - Throws: `E-TARGET-EXISTS`, found before anything is signed.
    init(_ context: ToolContext) throws(ToolError) {
        let out = context.arguments.value("out")
        path = out == "-" ? nil : out
        if let path { try LogFiles.checkTarget(path, argument: "--out") }
    }

    func write(
        _ text: String, kind: String, _ checkpoint: Checkpoint, _ context: ToolContext
    ) throws(ToolError) {
        if let path {
            do throws(PlatformError) {
                let file = try AtomicFile(path: path, permissions: 0o600)
                try file.write(Array(text.utf8))
                try file.commit()
            } catch { throw ToolError(platform: error, path: path) }
        }
        if context.mode == .json {
            var line = JSONLine(kind: kind)
            line.unsigned("size", checkpoint.size)
            line.string("root", checkpoint.root.hex)
            line.string("origin", checkpoint.origin)
            if path == nil { line.string("text", text) }
            context.console.write(line)
        } else if path != nil {
            context.console.print("\(kind)  \(checkpoint.size):\(checkpoint.root.hex)")
        } else {
            context.console.writeBytes(Array(text.utf8))
        }
    }
}

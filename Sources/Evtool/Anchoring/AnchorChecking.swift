internal import Anchors
internal import CommandLineKit
internal import Digest
internal import EventLog

/// `anchor check`.
enum AnchorChecking {
    static func check(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let path = context.arguments.argument("FILE") ?? ""
        let keys = try AnchorFile.verifiers(context)
        let (note, checkpoint) = try AnchorFile.note(path, argument: "FILE")
        let signers = try AnchorFile.signers(of: note, keys, path, context)
        let opened = try context.openLog()
        let (answer, status) = try context.reading { try compare(checkpoint, with: opened.log) }
        if context.mode == .human {
            let by =
                signers.isEmpty ? "no signature was checked" : "signed by " + signers.joined(separator: ", ")
            context.console.print("\(answer); \(by)")
        } else {
            var line = JSONLine(kind: "checkpoint")
            line.unsigned("size", checkpoint.size)
            line.string("root", checkpoint.root.hex)
            line.string("origin", checkpoint.origin)
            line.strings("signers", signers)
            line.string("message", answer)
            if context.mode == .json {
                context.console.write(line)
            } else {
                var table = TextTable([.number("size"), .text("root"), .text("signers"), .text("message")])
                table.append([
                    String(checkpoint.size), checkpoint.root.hex, signers.joined(separator: " "), answer,
                ])
                context.console.print(table)
            }
        }
        return context.end(status, counts: [("checkpoints", 1)], isComplete: status != .cannotTell)
    }

    private static func compare(
        _ checkpoint: Checkpoint, with log: any EventSource
    ) throws -> (String, ExitStatus) {
        let (identity, head) = (try log.identity(), try log.head())
        let known = identity.epochs.map(\.logID) + (identity.origin?.epochs.map(\.logID) ?? [])
        if let logID = checkpoint.logID, !known.contains(logID) {
            return ("contradicted: it was made of the log \(logID), which this is not", .no)
        }
        guard checkpoint.size <= head.position else {
            return (
                "contradicted: it covers \(checkpoint.size) events, the log ends at \(head.position): the log lost its tail since",
                .no
            )
        }
        guard let root = try TreeDigests([0..<checkpoint.size], in: log).roots[0] else {
            return ("cannot tell: a place among the first \(checkpoint.size) cannot be read", .cannotTell)
        }
        guard root == checkpoint.root else {
            return ("contradicted: the first \(checkpoint.size) events are not those that were signed", .no)
        }
        return ("consistent: the first \(checkpoint.size) events are those that were signed", .yes)
    }
}

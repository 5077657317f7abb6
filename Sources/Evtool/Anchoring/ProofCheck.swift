internal import Anchors
internal import CommandLineKit
internal import Digest
internal import EventLog

/// `verify --proof`: does the event that a proof is about stand in this log.
enum ProofCheck {
    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let path = context.arguments.value("proof") ?? ""
        for option in ["expect", "only", "skip", "max-examples"] where context.arguments.has(option) {
            throw ToolError(
                .optionConflict, exit: .usage, "--\(option) does not go with --proof",
                argument: "--\(option)")
        }
        let keys = try AnchorFile.verifiers(context)
        let bytes = try InputFile.read(path)
        let (proof, checkpoint): (EventProof, Checkpoint)
        do throws(AnchorError) {
            proof = try EventProof(parsing: bytes)
            checkpoint = try Checkpoint(parsing: proof.note.text)
        } catch { throw ToolError(anchor: error, argument: "--proof", value: path) }
        let signers = try AnchorFile.signers(of: proof.note, keys, path, context)
        let opened = try context.openLog()
        let (isInLog, leaf) = try context.reading { () -> (Bool, SHA256Digest?) in
            guard proof.position <= (try opened.log.head().position) else { return (false, nil) }
            let leaf = try TreeDigests([proof.position - 1..<proof.position], in: opened.log).roots[0]
            return (try leaf.map { try proof.proves($0) } ?? false, leaf)
        }
        let status: ExitStatus = isInLog ? .yes : .no
        if context.mode == .human {
            let what = "event \(proof.position) of this log"
            let by =
                signers.isEmpty
                ? "a checkpoint whose signature was not checked"
                : "a checkpoint signed by " + signers.joined(separator: ", ")
            context.console.print(
                isInLog
                    ? "Proved       \(what) stood among the first \(checkpoint.size) under \(by)."
                    : "Not proved   \(what) is not the one that the proof is about.")
        } else {
            var line = JSONLine(kind: "proof")
            line.unsigned("position", proof.position)
            line.bool("proved", isInLog)
            line.string("leaf", leaf?.hex)
            line.unsigned("size", checkpoint.size)
            line.string("root", checkpoint.root.hex)
            line.strings("signers", signers)
            if context.mode == .json {
                context.console.write(line)
            } else {
                var table = TextTable([
                    .number("position"), .text("proved"), .number("size"), .text("signers"),
                ])
                table.append([
                    String(proof.position), isInLog ? "yes" : "no", String(checkpoint.size),
                    signers.joined(separator: " "),
                ])
                context.console.print(table)
            }
        }
        return context.end(status, counts: [("proofs", 1)])
    }
}

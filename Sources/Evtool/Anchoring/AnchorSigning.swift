internal import Anchors
internal import CommandLineKit
internal import EventLog

/// `anchor sign` and `anchor prove`.
enum AnchorSigning {
    static func sign(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let key = try AnchorKey.read(context)
        let target = try AnchorTarget(context)
        let (note, checkpoint) = try sign(key, context)
        try target.write(note.encoded, kind: "signed", checkpoint, context)
        return context.end(.yes, counts: [("events", Int(clamping: checkpoint.size))])
    }

    private static func sign(
        _ key: KeyFile, _ context: ToolContext
    ) throws(ToolError) -> (SignedNote, Checkpoint) {
        let opened = try context.openLog()
        do {
            let note = try key.sign(opened.log)
            return (note, try Checkpoint(parsing: note.text))
        } catch let error as AnchorError {
            throw ToolError(anchor: error, argument: "--key", value: key.path)
        } catch {
            throw context.toolError(error)
        }
    }

    static func prove(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let target = try AnchorTarget(context)
        let opened = try context.openLog()
        var resolver = try PositionResolver(opened.log, log: opened.path, program: context.program)
        let text = context.arguments.argument("POS") ?? ""
        let position = try resolver.resolve(
            try PositionSelector(text, zone: context.zone, argument: "POS"), text: text, argument: "POS",
            allowingZero: false)
        context.printNotes(of: resolver)
        let (note, checkpoint): (SignedNote, Checkpoint)
        if let path = context.arguments.value("under") {
            (note, checkpoint) = try AnchorFile.note(path, argument: "--under")
        } else {
            (note, checkpoint) = try sign(try AnchorKey.read(context), context)
        }
        if let size = try context.arguments.integer("size", in: 1...Int.max), UInt64(size) != checkpoint.size
        {
            throw ToolError(
                .anchor, exit: .usage, "the checkpoint covers \(checkpoint.size) events, not \(size)",
                argument: "--size", value: "\(size)")
        }
        let found = try context.reading { () -> TreeDigests.Inclusion? in
            guard position <= checkpoint.size, checkpoint.size <= (try opened.log.head().position) else {
                return nil
            }
            return try TreeDigests.inclusion(of: position, in: checkpoint.size, of: opened.log)
        }
        guard let found, found.root == checkpoint.root else {
            throw ToolError(
                .contradiction, exit: .no, "event \(position) cannot be proved under this checkpoint",
                details: ["it covers \(checkpoint.size) events, and its root must be one of this log"])
        }
        let proof = EventProof(position: position, digests: found.proof, note: note)
        try target.write(proof.encoded, kind: "proved", checkpoint, context)
        return context.end(.yes, counts: [("events", 1)])
    }
}

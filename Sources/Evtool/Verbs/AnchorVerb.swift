internal import Anchors
internal import CommandLineKit
internal import Digest
internal import EventLog
internal import Platform

/// `anchor`: signs and checks roots, and proves events.
enum AnchorVerb: ToolVerb {
    static func verb(for model: Model) -> Verb {
        Verb(
            "anchor", group: VerbGroup.prove, summary: "Sign and check roots; prove an event.",
            effect: Effect(.writesNewFile, described: "reads the log, writes small files"),
            synopsis: ["anchor new|sign|check|prove [ARGUMENTS]"],
            examples: [
                .init("anchor new --key ../keys/me --name alice.example", "a key, once"),
                .init("anchor sign --key ../keys/me --out ../kept/today.note", "a signed root, now and then"),
                .init("anchor check ../kept/today.note --verifier LINE", "is it a root of this log"),
            ],
            notes: [
                "A root proves something only where nobody who can change the log can change it too.",
                "Forms: C2SP signed-note, tlog-checkpoint and tlog-proof v1, over an RFC 6962 Merkle tree.",
            ],
            subverbs: [newVerb, signVerb, checkVerb, proveVerb])
    }

    private static let key = OptionSpec.value("key", "FILE", .file, doc: "The file with the signing key.")
    private static let verifier = OptionSpec.value(
        "verifier", "LINE", isRepeatable: true,
        doc: "Who may have signed: the line that `anchor new` printed.")
    private static let out = OptionSpec.value(
        "out", "FILE", .newFile, doc: "Write a new file instead of standard output.")

    private static let newVerb = Verb(
        "new", summary: "Make a key, and print the line by which others check it.",
        effect: Effect(.writesNewFile), synopsis: ["anchor new --key FILE [--name NAME] [--here]"],
        options: [
            .value("key", "FILE", .newFile, doc: "The new file; readable by you alone."),
            .value("name", "NAME", doc: "Who signs, such as alice.example/travel; me where left out."),
            .flag("here", doc: "Put the key into a folder that holds a log all the same."),
        ],
        examples: [
            .init("anchor new --key ../keys/me --name alice.example", "a key outside the log's folder")
        ])

    private static let signVerb = Verb(
        "sign", summary: "Sign the present root.", effect: Effect(.writesNewFile),
        synopsis: ["anchor sign --key FILE [--out FILE]"], options: [key, out],
        examples: [
            .init("anchor sign --key ../keys/me --out today.note", "a checkpoint to be kept elsewhere")
        ],
        notes: [
            "What contradicts the root signed last with this key is never signed; KEY.signed remembers it."
        ])

    private static let checkVerb = Verb(
        "check", summary: "Is a checkpoint's root one of this log.", effect: Effect(.readsOnly),
        synopsis: ["anchor check FILE [--verifier LINE]"],
        arguments: [ArgumentSpec("FILE", .file, doc: "A checkpoint that `anchor sign` made.")],
        options: [verifier],
        examples: [.init("anchor check today.note --verifier LINE", "and who signed it")],
        notes: ["Exit 0: it is; 1: the log contradicts it; 2: it cannot be told."])

    private static let proveVerb = Verb(
        "prove", summary: "Prove that an event stands in the log.", effect: Effect(.writesNewFile),
        synopsis: ["anchor prove POS --key FILE|--under FILE [--size M] [--out FILE]"],
        arguments: [ArgumentSpec("POS", .named("position"), doc: "The event.")],
        options: [
            key, .value("under", "FILE", .file, doc: "A checkpoint that was signed before."),
            .value("size", "M", .number, doc: "Check that the checkpoint covers this many events."), out,
        ],
        examples: [
            .init(
                "anchor prove 4711 --under today.note --out 4711.tlog-proof", "for somebody without the log")
        ])

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        guard context.arguments.path.count > 1 else {
            throw ToolError(
                .optionMissing, exit: .usage, "anchor what",
                details: ["actions: " + context.arguments.verb.subverbs.map(\.name).joined(separator: ", ")],
                argument: "ACTION", next: "\(context.program) anchor --help")
        }
        switch context.arguments.verb.name {
        case newVerb.name: return try AnchorKey.make(context)
        case signVerb.name: return try AnchorSigning.sign(context)
        case proveVerb.name: return try AnchorSigning.prove(context)
        default: return try AnchorChecking.check(context)
        }
    }
}

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

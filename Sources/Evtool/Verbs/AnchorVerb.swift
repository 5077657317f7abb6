internal import CommandLineKit

/// `anchor`: signs and checks roots, and proves events.
enum AnchorVerb: ToolVerb {
    static var name: String { "anchor" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.prove, summary: "Sign and check roots; prove an event.",
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

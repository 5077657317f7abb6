internal import CommandLineKit
internal import EventLog
internal import Forensics
internal import UnicodeText

/// `verify`: is the log whole and unaltered.
enum VerifyVerb: ToolVerb {
    /// The largest number of findings that are printed of one check.
    private static let mostExamples = 1_000

    static var name: String { "verify" }

    static func verb(for model: Model) -> Verb {
        let checks = VerificationCheck.allCases.map(\.rawValue)
        return Verb(
            name, group: VerbGroup.prove, summary: "Is the log whole and unaltered.",
            effect: Effect(.readsOnly),
            synopsis: [
                "verify [--expect N:ROOT|FILE [--verifier LINE]] [--only CHECK] [--skip CHECK]",
                "verify --proof FILE [--verifier LINE]",
            ],
            options: [
                .value(
                    "expect", "N:ROOT|FILE", .file, isRepeatable: true,
                    doc: "A root that was kept elsewhere, or a file with a signed checkpoint."),
                .value(
                    "verifier", "LINE", isRepeatable: true,
                    doc: "Who may have signed: the line that `anchor new` printed."),
                .value("only", "CHECK", .choice(checks), isRepeatable: true, doc: "Only this check."),
                .value("skip", "CHECK", .choice(checks), isRepeatable: true, doc: "All but this check."),
                .value("proof", "FILE", .file, doc: "Check a proof that `anchor prove` made."),
                .value("max-examples", "N", .number, doc: "Findings shown of each check; 10 where left out."),
            ],
            examples: [
                .init("verify", "does the log agree with itself"),
                .init("verify --expect 5214:9f2c41d0…", "and is it still the one whose root was noted down"),
                .init("verify --only records --only tree", "some of the checks"),
            ],
            notes: [
                "Every record is read whole, its payload too.",
                "Exit 0: all checks ran and found nothing wrong; 1: something is wrong; 2: something could not be checked.",
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        if context.arguments.has("proof") { return try ProofCheck.run(context) }
        let verification = try verify(try options(context), context)
        let path = try context.logPath()
        let name = path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init)
        let report = VerificationReport(verification: verification, name: name ?? path, context: context)
        switch context.mode {
        case .json: report.writeJSON()
        case .plain: report.writePlain()
        case .human: report.print()
        }
        return context.end(
            report.status, counts: [("events", Int(clamping: verification.events))],
            isComplete: !verification.isIncomplete, tellsOfDamage: true)
    }

    /// A log that is too damaged to be opened is checked all the same: as far as its pages go.
    private static func verify(
        _ options: Verification.Options, _ context: ToolContext
    ) throws(ToolError) -> Verification {
        let opened: OpenedLog
        do throws(ToolError) { opened = try context.openLog() } catch {
            guard [.logTruncated, .logDamaged].contains(error.code) else { throw error }
            let container = try LogContainer.report(onFileOf: try context.logPath(), context)
            return Verification(ofUnreadable: container, why: error.message, options)
        }
        var container: Verification.Container?
        do {
            return try Verification.run(over: opened.log, rows: opened.unwatched, options) {
                container = try LogContainer.report(on: opened, context)
                return container
            }
        } catch let error as LogError where error.code == .damaged || error.code == .notALog {
            if container == nil { container = try LogContainer.report(on: opened, context) }
            return Verification(ofUnreadable: container, why: error.description, options)
        } catch { throw context.toolError(error) }
    }

    private static func options(_ context: ToolContext) throws(ToolError) -> Verification.Options {
        var options = Verification.Options(catalogue: context.model.catalogue)
        options.projections = context.model.projections
        options.unicodeVersion = UnicodeText.unicodeVersion
        options.anchors = try AnchorFile.expectations(context)
        options.maxExamples = try context.arguments.integer("max-examples", in: 1...mostExamples) ?? 10
        let only = Set(context.arguments.values("only").compactMap(VerificationCheck.init))
        let skipped = Set(context.arguments.values("skip").compactMap(VerificationCheck.init))
        if !only.isEmpty { options.checks = only }
        options.demanded = only
        options.checks.subtract(skipped)
        if !options.anchors.isEmpty, !options.checks.contains(.anchor) {
            throw ToolError(
                .optionConflict, exit: .usage, "--expect was given, and the check anchor is left out",
                argument: "--expect")
        }
        guard !options.checks.isEmpty else {
            throw ToolError(
                .optionConflict, exit: .usage, "no check is left to run", argument: "--skip")
        }
        return options
    }
}

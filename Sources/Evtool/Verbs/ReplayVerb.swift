internal import CommandLineKit
internal import EventLog
internal import Projections

/// `replay`: rebuilds projections in memory and compares them with what is stored.
enum ReplayVerb: ToolVerb {
    static var name: String { "replay" }

    static func verb(for model: Model) -> Verb {
        Verb(
            name, group: VerbGroup.prove,
            summary: "Rebuild in memory, compare with what is stored.",
            effect: Effect(.readsOnly, note: "--write changes stored projections"),
            synopsis: [
                "replay [PROJECTION…] [--at POS] [--check] [--digest] [--write [--yes] [--reason TEXT]]",
                "replay [PROJECTION…] [--at POS] --steps",
            ],
            arguments: [
                ArgumentSpec(
                    "PROJECTION", .named("projection"), isOptional: true, repeats: true,
                    doc: "Only these projections: " + model.projections.map(\.name).joined(separator: ", ")
                        + ". All where left out.")
            ],
            options: [
                SharedOptions.at,
                .flag("check", doc: "For scripts: exit 2 where there is nothing stored to compare with."),
                .flag("digest", doc: "Print only the digests."),
                .flag("steps", doc: "Tell each event with what it changed; at a terminal step by step."),
                .flag("write", doc: "Store what was rebuilt, as a new generation."),
                .flag("yes", short: "y", doc: "With --write: do not ask."),
                .value("reason", "TEXT", doc: "With --write: why, kept with the rows."),
            ],
            examples: [
                .init("replay", "is what the app has stored what the events give"),
                .init("replay --check", "the same for a script: exit 0, 1 or 2"),
                .init("replay --steps --at 20", "what each of the first events changed"),
                .init("replay recents --write --reason 'fold fixed'", "store one projection anew"),
            ],
            notes: [
                "Events are never touched. A rebuild is written beside the old rows and swapped in at once."
            ])
    }

    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus {
        let projections = try chosen(context)
        let steps = context.arguments.has("steps") ? try ReplaySteps(context, projections) : nil
        if context.arguments.has("write") { return try ReplayWriting(context, projections).run() }
        for option in ["yes", "reason"] where context.arguments.has(option) {
            throw ToolError(
                .optionConflict, exit: .usage, "--\(option) goes with --write", argument: "--\(option)")
        }
        let opened = try context.openLog()
        var resolver = try PositionResolver(opened.log, log: opened.path, program: context.program)
        let position = try ProjectVerb.position(&resolver, context)
        context.printNotes(of: resolver)
        if let steps { return try steps.run(over: opened.log, upTo: position) }
        let comparison = try ReplayComparison(
            projections, at: position, head: resolver.head.position, in: opened.log, context)
        if context.arguments.has("digest") { comparison.printDigests() } else { comparison.print() }
        return context.end(
            comparison.status, counts: [("projections", projections.count)],
            isComplete: comparison.status != .cannotTell)
    }

    /// The projections that were named, in the model's order; all where none was.
    private static func chosen(_ context: ToolContext) throws(ToolError) -> [AnyProjection] {
        let names = context.arguments.arguments("PROJECTION")
        let known = context.model.projections
        for name in names where !known.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
            let owner = known.first { $0.shownTable(named: name) != nil }
            throw ToolError(
                .projectionUnknown, exit: .usage, "no projection named \"\(name)\"",
                details: ["projections here: " + known.map(\.name).joined(separator: ", ")]
                    + (owner.map { ["the table \(name) belongs to the projection \($0.name)"] } ?? []),
                argument: "PROJECTION", value: name,
                candidates: owner.map { [$0.name] } ?? Hints.nearest(to: name, in: known.map(\.name)))
        }
        return names.isEmpty ? known : known.filter { names.contains($0.name) }
    }
}

internal import CommandLineKit
internal import Projections

/// The tables that a comparison is about.
enum DiffTables {
    /// The tables that were named, each once; without any, all that are no queries.
    static func chosen(_ context: ToolContext) throws(ToolError) -> [StateDiff.Subject] {
        let names = context.arguments.arguments("TABLE")
        guard !names.isEmpty else { return all(context.model) }
        var subjects: [StateDiff.Subject] = []
        for name in names where !subjects.contains(where: { $0.table.name.utf8.elementsEqual(name.utf8) }) {
            if let error = single(name, context) { throw error }
            let choice = try TableChoice(named: name, context)
            subjects.append(StateDiff.Subject(choice.projection, choice.table))
        }
        return subjects
    }

    /// Every table that is no query, in the order of the projections.
    static func all(_ model: Model) -> [StateDiff.Subject] {
        model.projections.flatMap { projection in
            projection.shownTables.filter { !$0.isQuery }.map { StateDiff.Subject(projection, $0) }
        }
    }

    /// The error for one position, which names only one state.
    private static func single(_ name: String, _ context: ToolContext) -> ToolError? {
        guard !name.isEmpty, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return ToolError(
            .range, exit: .usage, "diff compares two states, and \(name) is one",
            details: ["accepted: A..B, as in \(name)..last"], argument: "RANGE", value: name,
            next: context.command("show", name))
    }
}

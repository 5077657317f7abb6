internal import CommandLineKit
internal import Projections

/// A table that the user named, with the projection that owns it.
struct TableChoice {
    let projection: AnyProjection
    let table: ShownTable

    /// Finds a table by name; `--cap` changes its projection's limit.
    ///
    /// - Throws: `E-TABLE-UNKNOWN` with the tables there are, `E-OPTION-CONFLICT` when it takes no cap.
    init(named name: String, _ context: ToolContext) throws(ToolError) {
        let model = context.model
        for projection in model.projections {
            guard let table = projection.shownTable(named: name) else { continue }
            self.table = table
            self.projection = try Self.capped(projection, table, context)
            return
        }
        let names = Self.names(of: model)
        let near = Hints.nearest(to: name, in: names)
        throw ToolError(
            .tableUnknown, exit: .usage, "no table named \"\(name)\"",
            details: ["tables here: " + names.joined(separator: ", ")], argument: "TABLE", value: name,
            candidates: near,
            next: near.first.map { near in
                ShellText.command([context.program] + context.words.map { $0 == name ? near : $0 })
            })
    }

    /// The names of all tables of a model, sorted.
    static func names(of model: Model) -> [String] {
        model.projections.flatMap { $0.shownTables.map(\.name) }.sorted()
    }

    /// The names of all tables of a model, sorted, with commas between them.
    static func list(of model: Model) -> String {
        let names = names(of: model)
        return names.dropFirst().reduce(names.first ?? "") { $0 + ", " + $1 }
    }

    private static func capped(
        _ projection: AnyProjection, _ table: ShownTable, _ context: ToolContext
    ) throws(ToolError) -> AnyProjection {
        guard context.arguments.accepts("cap"), context.arguments.has("cap") else { return projection }
        guard let cap = try context.arguments.integer("cap", in: 0...Self.largestCap) else {
            return projection
        }
        guard let capped = context.model.withCap(projection.name, cap) else {
            throw ToolError(
                .optionConflict, exit: .usage, "the table \(table.name) has no cap", argument: "--cap",
                value: "\(cap)")
        }
        return capped
    }

    /// The largest cap that can be asked for.
    static let largestCap = 1_000_000
}

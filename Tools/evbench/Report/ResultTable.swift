import EventCoding

/// The results of a run, as a table for people and as JSON for programs.
struct ResultTable {
    var lines: [ResultLine] = []
    let options: BenchOptions

    private static let heads = [
        "row", "what", "ours", "rival", "theirs", "ratio", "must", "moonshot", "verdict", "note",
    ]

    /// The table as text.
    var text: String {
        let rows = [Self.heads] + lines.map(cells)
        let widths = Self.heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let padded = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    func cells(_ line: ResultLine) -> [String] {
        func shown(_ limit: Double?) -> String {
            guard let goal = line.goal, let limit else { return "-" }
            let text = goal.measure == .ratio ? Unit.digits(limit) + "x" : line.unit.text(limit)
            return (goal.isFloor ? ">= " : "<= ") + text
        }
        return [
            line.row, line.what, line.ours.map(line.unit.text) ?? "-", line.rival ?? "-",
            line.theirs.flatMap { $0 > 0 ? line.unit.text($0) : nil } ?? "-",
            line.ratio.map { Unit.digits($0) + "x" } ?? "-",
            shown(line.goal?.must), shown(line.goal?.moonshot), line.verdict.rawValue, line.note,
        ]
    }

    /// One result in few words.
    static func summary(_ line: ResultLine) -> String {
        guard let ours = line.ours else { return "\(line.what): \(line.note)" }
        var text = "\(line.what): \(line.unit.text(ours))"
        if let ratio = line.ratio, let rival = line.rival {
            text += ", \(Unit.digits(ratio))x beside \(rival)"
        }
        return text + ", \(line.verdict.rawValue)"
    }

    /// The results as JSON.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("rounds")
        writer.integer(Int64(options.rounds))
        writer.key("events")
        writer.integer(Int64(options.events))
        writer.key("quick")
        writer.bool(options.isQuick)
        writer.key("results")
        writer.beginArray()
        for line in lines { Self.write(line, to: &writer) }
        writer.endArray()
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ line: ResultLine, to writer: inout JSONWriter) {
        func text(_ key: String, _ value: String?) {
            writer.key(key)
            if let value { writer.string(value) } else { writer.null() }
        }
        func number(_ key: String, _ value: Double?) {
            writer.key(key)
            if let value, value.isFinite { writer.real(value) } else { writer.null() }
        }
        writer.beginObject()
        text("row", line.row)
        text("what", line.what)
        text("unit", line.unit.rawValue)
        number("ours", line.ours)
        text("rival", line.rival)
        number("theirs", line.theirs)
        number("ratio", line.ratio)
        number("must", line.goal?.must)
        number("moonshot", line.goal?.moonshot)
        text("goalIsFor", line.goal.map { $0.measure == .ratio ? "ratio" : "ours" })
        text("verdict", line.verdict.rawValue)
        text("note", line.note)
        writer.endObject()
    }
}

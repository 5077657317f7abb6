extension ResultTable {
    /// The table as the documentation has it.
    var markdown: String {
        let head = ["row", "work", "ours", "beside", "theirs", "ratio", "must", "moonshot", "reached"]
        let rows = [head, head.map { _ in "---" }] + lines.map { Array(cells($0).dropLast()) }
        return rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n") + "\n"
    }
}

/// The rows of the goals, in order; each is measured when it is asked for.
struct BenchRows {
    let bench: Bench
    let program: String

    func measure() throws -> ResultTable {
        var table = ResultTable(options: bench.options)
        func add(_ row: String, _ body: () throws -> [ResultLine]) rethrows {
            guard bench.options.wants(row) else { return }
            bench.say("measuring \(row)")
            let lines = try body()
            // A run takes long; what it has found so far is told.
            for line in lines { bench.say("  " + ResultTable.summary(line)) }
            table.lines += lines
        }
        try add("P1") { try AppendRows(bench: bench).measure() }
        try add("P2") { try InlineRows(bench: bench).measureAppend() }
        try add("P3") { try CommitRows(bench: bench).measureAlone() }
        try add("P4") { try CommitRows(bench: bench).measureTogether() }
        if bench.options.wants("P5") || bench.options.wants("P11") {
            let rows = try ReadRows(bench: bench)
            defer { rows.removeFiles() }
            try add("P5") { try rows.measureScan() }
            try add("P11") { try rows.measureSingle() }
        }
        try add("P6") {
            let rows = ReplayRows(bench: bench, program: program)
            return try rows.measureSpeed() + rows.measurePython()
        }
        try add("P7") { try ReplayRows(bench: bench, program: program).measureMemory() }
        try add("P8") { try ProgramRows(bench: bench).measureRecents() }
        try add("P9") { try StoredRows(bench: bench).measureFewPhotos() }
        try add("P10") {
            try InlineRows(bench: bench).measureCatchUp() + StoredRows(bench: bench).measureBehind()
        }
        try add("P12") { try DecodeRows(bench: bench).measure() }
        try add("P13") { try ProgramRows(bench: bench).measureStart() }
        try add("P14") { try VerifyRows(bench: bench).measure() }
        try add("P15") { try ImportRows(bench: bench).measure() }
        try add("P16") { try SizeRows(bench: bench).measure() }
        if QuestionRows.rows.contains(where: bench.options.wants) {
            bench.say("measuring \(QuestionRows.rows.filter(bench.options.wants).joined(separator: ", "))")
            table.lines += try QuestionRows(bench: bench).measure()
        }
        table.lines = table.lines.enumerated().sorted {
            (Self.place($0.element.row), $0.offset) < (Self.place($1.element.row), $1.offset)
        }.map(\.element)
        return table
    }

    /// Where a row stands in the table: goals by their number, then the questions.
    private static func place(_ row: String) -> Int {
        if let question = QuestionRows.rows.firstIndex(of: row) { return 1000 + question }
        return Int(row.dropFirst()) ?? 0
    }
}

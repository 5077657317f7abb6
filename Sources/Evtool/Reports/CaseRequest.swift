internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import FoldCases
internal import Platform
internal import Projections
internal import StrictJSON

/// A case file that `explain` is asked to write, and what somebody expected.
struct CaseRequest {
    private let context: ToolContext
    private let path: String
    private let expects: ExpectedRow?

    /// Reads `--case`, `--expect-row` and `--force`; nil where no case is asked for.
    ///
    /// - Throws: `E-TARGET-EXISTS` where something else stands at the path, `E-EXPECTED-ROW` for a row that is none.
    init?(_ choice: TableChoice, _ context: ToolContext) throws(ToolError) {
        let row = context.arguments.value("expect-row")
        guard let path = context.arguments.value("case") else {
            for option in ["expect-row", "force"] where context.arguments.has(option) {
                throw ToolError(
                    .optionConflict, exit: .usage, "--\(option) goes with --case", argument: "--\(option)")
            }
            return nil
        }
        self.context = context
        self.path = path
        let table = choice.table
        expects = try row.map { row throws(ToolError) in try Self.expectedRow(row, of: table) }
        let isForced = context.arguments.has("force")
        guard try LogFiles.isMissing(path) || (isForced && Self.isCase(path)) else {
            throw ToolError(
                .targetExists, exit: .cannotCreate, "something stands at \(path) already",
                details: [
                    isForced ? "--force replaces a case only, and this is none" : "--force replaces a case"
                ], argument: "--case", value: path)
        }
    }

    /// Writes the case and says so.
    func write(
        _ explanation: Explanation, _ proof: Proof, _ explainer: Explainer
    ) throws(ToolError) {
        let source = try context.history()
        let bytes: [UInt8] = try context.reading {
            try FoldCase(
                explanation, of: explainer.projection, proof: proof, expects: expects, source: source
            ).file()
        }
        do throws(PlatformError) {
            let file = try AtomicFile(path: path, replacing: context.arguments.has("force"))
            try file.write(bytes)
            try file.commit()
        } catch { throw ToolError(platform: error, path: path) }
        context.console.note("wrote a case of \(CountText.of(proof.slice.count, "event")) to \(path)")
    }

    /// Whether a case stands at `path`.
    private static func isCase(_ path: String) -> Bool {
        let start = Array("{\"kind\":\"case\"".utf8)
        guard let bytes = try? Files.readRange(path, offset: 0, count: start.count) else { return false }
        return bytes == start
    }

    // MARK: Expected rows

    /// `absent`, `present`, or a JSON object of columns, `rank` and `since`.
    private static func expectedRow(_ text: String, of table: ShownTable) throws(ToolError) -> ExpectedRow {
        if text == "absent" { return .absent }
        if text == "present" { return .present }
        var parser = JSONLineParser()
        let value: PayloadValue
        do throws(JSONError) { value = try parser.parse(Array(text.utf8).span) } catch {
            throw bad(text, "it is no JSON: \(error.message)", table)
        }
        guard case .map(let given) = value else { throw bad(text, "it is no JSON object", table) }
        var (row, fields) = (PayloadMap(), PayloadMap())
        for entry in given.entries {
            if case .map(let inner) = entry.value, entry.key == "fields" {
                for field in inner.entries { fields[field.key] = field.value }
            } else if entry.key == "rank" || entry.key == "since" {
                row[entry.key] = entry.value
            } else {
                fields[entry.key] = entry.value
            }
        }
        for field in fields.entries where !table.columns.contains(field.key) {
            throw bad(text, "\(table.name) has no column \"\(field.key)\"", table)
        }
        if !fields.isEmpty { row["fields"] = .map(fields) }
        return .values(row)
    }

    private static func bad(_ text: String, _ problem: String, _ table: ShownTable) -> ToolError {
        ToolError(
            .expectedRow, exit: .usage, "the row that is expected cannot be read: \(problem)",
            details: [
                "accepted: absent, present, or an object such as {\"rank\":1}",
                "columns here: " + table.columns.joined(separator: ", "),
            ], argument: "--expect-row", value: text)
    }
}

internal import CommandLineKit
internal import EventCoding
internal import Platform
internal import StrictJSON

/// Rows as `project TABLE --json` printed them, perhaps by an older build.
struct DiffRowsFile {
    /// One row.
    struct Row {
        let key: String
        let rank: Int
        let fields: PayloadMap
        let since: UInt64
    }

    /// The rows of one table and one stream, in the order of the lines.
    struct Part {
        let table: String
        let stream: String
        /// The position whose state they show.
        let position: UInt64
        var rows: [Row] = []
        /// The version of the fold that made them; nil where the file does not tell.
        var version: Int64?
    }

    /// How messages name the file.
    let name: String
    private(set) var parts: [Part] = []
    /// Why rows may be missing from it; nil where it is whole.
    private(set) var doubt: String?

    /// How many of the parts have had the end of their output.
    private var endedParts = 0

    private static let accepted = "accepted: what `project TABLE --json` prints"

    /// Reads the lines.
    ///
    /// - Throws: `E-ROWS` for the first line that is none of such an output.
    init(_ bytes: [UInt8], named name: String, _ context: ToolContext) throws(ToolError) {
        self.name = name
        var parser = JSONLineParser(limits: .standard)
        var (isEnded, count, seen) = (false, 0, Set<[UInt8]>())
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
            let map = try object(Array(line), number: number + 1, &parser, isFirst: parts.isEmpty && !isEnded)
            switch map["kind"]?.text {
            case "row"?:
                isEnded = false
                count += 1
                try add(map, number: number + 1, &seen)
            case "end"?:
                isEnded = true
                try end(map, rows: count, number: number + 1)
                count = 0
            default: throw otherKind(map, number: number + 1)
            }
        }
        guard isEnded || !parts.isEmpty else { throw foreign(bytes) }
        if !isEnded { doubt = "the file lacks its last line: rows may be missing from it" }
    }

    private func object(
        _ line: [UInt8], number: Int, _ parser: inout JSONLineParser, isFirst: Bool
    ) throws(ToolError) -> PayloadMap {
        do throws(JSONError) {
            if case .map(let map) = try parser.parse(line.span, lineNumber: number) { return map }
        } catch {
            if isFirst { throw foreign(line) }
            throw fault("line \(number) of \(name) is no JSON: \(error.message)", number)
        }
        throw fault("line \(number) of \(name) is no JSON object", number)
    }

    private mutating func add(
        _ map: PayloadMap, number: Int, _ seen: inout Set<[UInt8]>
    ) throws(ToolError) {
        guard let table = map["table"]?.text, let stream = map["stream"]?.text, let key = map["key"]?.text,
            let position = Self.unsigned(map["at"]), let since = Self.unsigned(map["since"]),
            let fields = map["fields"]?.map, let rank = map["rank"]?.integer.flatMap(Int.init(exactly:))
        else { throw fault("the row in line \(number) of \(name) lacks a field", number) }
        let row = Row(key: key, rank: rank, fields: fields, since: since)
        let identity = Array("\(table)\0\(stream)\0\(key)".utf8)
        guard seen.insert(identity).inserted else {
            throw fault("the key \"\(key)\" of \(table) stands twice in \(name)", number)
        }
        let index = parts.firstIndex {
            $0.table.utf8.elementsEqual(table.utf8) && $0.stream.utf8.elementsEqual(stream.utf8)
        }
        guard let index else {
            parts.append(Part(table: table, stream: stream, position: position, rows: [row]))
            return
        }
        guard parts[index].position == position else {
            throw fault("the rows of \(table) in \(name) are as of two positions", number)
        }
        parts[index].rows.append(row)
    }

    private mutating func end(_ map: PayloadMap, rows: Int, number: Int) throws(ToolError) {
        guard let stated = map["rows"]?.integer else { throw otherKind(map, number: number) }
        if stated != Int64(rows) {
            doubt = "the file states \(stated) rows and holds \(rows)"
        } else if case .bool(false)? = map["complete"] {
            doubt = "the file says of itself that rows may be missing from it"
        }
        // The end of an output is about the rows since the end before it.
        for index in endedParts..<parts.count { parts[index].version = map["version"]?.integer }
        endedParts = parts.count
    }

    /// A whole number, which stands as a text above 2^53.
    private static func unsigned(_ value: PayloadValue?) -> UInt64? {
        value?.integer.flatMap(UInt64.init(exactly:)) ?? value?.text.flatMap { UInt64($0) }
    }

    // MARK: Errors

    private func otherKind(_ map: PayloadMap, number: Int) -> ToolError {
        let found =
            map["kind"]?.text.map { "a line of kind \"\($0)\"" }
            ?? (map["type"] == nil ? "a JSON object without kind" : "an event")
        return fault("\(name) holds no rows: line \(number) is \(found)", number)
    }

    private func foreign(_ bytes: [UInt8]) -> ToolError {
        let found = FileSniffer.classify(Array(bytes.prefix(FileSniffer.prefixSize)))
        return fault("\(name) holds no rows: it is \(found.phrase)", nil)
    }

    private func fault(_ message: String, _ line: Int?) -> ToolError {
        ToolError(
            .rows, exit: .unusableInput, message, details: [Self.accepted], argument: "--against",
            value: line.map { "\(name):\($0)" } ?? name)
    }
}

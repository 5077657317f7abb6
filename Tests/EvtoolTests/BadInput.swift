import Foundation

/// Something wrong that a user can give the tool: what stands in the folder, what is typed, and how it must end.
struct BadInput: Sendable, CustomStringConvertible {
    let name: String
    let words: [String]
    let status: Int32
    let code: String
    let stdin: [UInt8]
    let prepare: @Sendable (TemporaryFolder) throws -> Void

    var description: String { name }

    init(
        _ name: String, _ words: String..., status: Int32, code: String, stdin: String = "",
        prepare: @escaping @Sendable (TemporaryFolder) throws -> Void = { _ in }
    ) {
        self.name = name
        self.words = words
        self.status = status
        self.code = code
        self.stdin = Array(stdin.utf8)
        self.prepare = prepare
    }

    // MARK: Files that are no logs

    static let foreignFiles: [BadInput] = [
        foreign("empty file", [], code: "E-LOG-EMPTY"),
        foreign("PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D]),
        foreign("JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46]),
        foreign("SQLite", Array("SQLite format 3\0".utf8) + [16, 0, 1, 1]),
        foreign("ZIP", [0x50, 0x4B, 3, 4, 20, 0, 0, 0]),
        foreign("gzip", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]),
        foreign("tar", tar),
        foreign("HTML", Array("<!DOCTYPE html>\n<html><body>404</body></html>\n".utf8)),
        foreign("JSON array", Array("[{\"type\":\"photo.viewed\"}]\n".utf8)),
        foreign("JSON lines", Array("{\"type\":\"photo.viewed\"}\n".utf8)),
        foreign("text", Array("dear diary\n".utf8)),
        foreign("random bytes", (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }),
        foreign("32-bit LMDB", lmdbHeader(wordSize: 4, bigEndian: false)),
        foreign("big-endian LMDB", lmdbHeader(wordSize: 8, bigEndian: true)),
        BadInput("missing path", "info", "--log", "absent.evlog", status: 66, code: "E-LOG-MISSING"),
        BadInput("misspelt path", "info", "--log", "smaple.evlog", status: 66, code: "E-LOG-MISSING") {
            try $0.write([], to: "sample.evlog")
        },
        BadInput("standard input as log", "info", "--log", "-", status: 65, code: "E-LOG-FOREIGN"),
        BadInput("no log named", "info", status: 66, code: "E-LOG-NONE"),
        BadInput("two logs here", "info", status: 64, code: "E-LOG-AMBIGUOUS") {
            try $0.write([], to: "a.evlog")
            try $0.write([], to: "b.evlog")
        },
        BadInput("folder", "info", "--log", "folder", status: 65, code: "E-LOG-FOREIGN") {
            try FileManager.default.createDirectory(at: $0.url("folder"), withIntermediateDirectories: false)
        },
        BadInput("folder of logs", "info", "--log", "folder", status: 65, code: "E-LOG-FOREIGN") {
            try FileManager.default.createDirectory(at: $0.url("folder"), withIntermediateDirectories: false)
            try $0.write([], to: "folder/a.evlog")
            try $0.write([], to: "folder/b.evlog")
        },
        BadInput(
            "missing path in no folder", "info", "--log", "absent/a.evlog", status: 66, code: "E-LOG-MISSING"),
        BadInput("device", "info", "--log", "/dev/null", status: 65, code: "E-LOG-FOREIGN"),
    ]

    private static func foreign(_ name: String, _ bytes: [UInt8], code: String = "E-LOG-FOREIGN") -> BadInput
    {
        BadInput(name, "info", "--log", "file.evlog", status: 65, code: code) {
            try $0.write(bytes, to: "file.evlog")
        }
    }

    private static var tar: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1024)
        bytes.replaceSubrange(0..<9, with: "log.evlog".utf8)
        bytes.replaceSubrange(257..<262, with: "ustar".utf8)
        return bytes
    }

    /// The first page of an LMDB file of another kind of machine.
    private static func lmdbHeader(wordSize: Int, bigEndian: Bool) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 8192)
        func put(_ value: UInt32, at offset: Int) {
            for index in 0..<4 {
                let shift = UInt32(bigEndian ? 24 - 8 * index : 8 * index)
                bytes[offset + index] = UInt8(truncatingIfNeeded: value >> shift)
            }
        }
        let start = wordSize + 8
        put(0xBEEF_C0DE, at: start)
        put(1, at: start + 4)
        put(4096, at: start + 8 + 2 * wordSize)
        return bytes
    }

    // MARK: Command lines

    /// Over a folder with the sample as `sample.evlog`.
    static let commandLines: [BadInput] = [
        BadInput("unknown verb", "lgo", status: 64, code: "E-VERB-UNKNOWN"),
        BadInput("synonym", "tail", status: 64, code: "E-VERB-UNKNOWN"),
        BadInput("log before verb", "sample.evlog", "info", status: 64, code: "E-VERB-UNKNOWN"),
        BadInput("log after verb", "info", "sample.evlog", status: 64, code: "E-ARGUMENT-EXTRA"),
        BadInput("table as verb", "recents", status: 64, code: "E-VERB-UNKNOWN"),
        BadInput("export after verb", "info", "part.ndjson", status: 64, code: "E-ARGUMENT-EXTRA"),
        BadInput(
            "two files of events", "record", "events", "a.ndjson", "b.ndjson", status: 64,
            code: "E-ARGUMENT-EXTRA"),
        BadInput("record alone", "record", status: 64, code: "E-VERB-MISSING"),
        BadInput("no verb", "--json", status: 64, code: "E-VERB-MISSING"),
        BadInput("unknown option", "log", "--revers", status: 64, code: "E-OPTION-UNKNOWN"),
        BadInput("option of another verb", "info", "--cap", "3", status: 64, code: "E-OPTION-NOT-HERE"),
        BadInput(
            "duplicate option", "project", "recents", "--at", "1", "--at", "2", status: 64,
            code: "E-OPTION-TWICE"),
        BadInput("option without value", "project", "recents", "--at", status: 64, code: "E-VALUE-MISSING"),
        BadInput("flag with value", "log", "--count=3", status: 64, code: "E-VALUE-EXTRA"),
        BadInput("unknown choice", "log", "--color", "pink", status: 64, code: "E-VALUE-UNKNOWN"),
        BadInput("bad number", "log", "-n", "many", status: 64, code: "E-NUMBER-BAD"),
        BadInput("missing argument", "create", status: 64, code: "E-ARGUMENT-MISSING"),
        BadInput("unknown help", "help", "E-TABLE-UNKNOW", status: 64, code: "E-HELP-UNKNOWN"),
        BadInput("unknown type", "log", "--type", "photo.viewd", status: 64, code: "E-TYPE-UNKNOWN"),
        BadInput("part of a type", "log", "--type", "view", status: 64, code: "E-TYPE-UNKNOWN"),
        BadInput("last part of a field", "log", "--where", "title ~ x", status: 64, code: "E-FIELD-UNKNOWN"),
        BadInput("last part of a table", "project", "photos", status: 64, code: "E-TABLE-UNKNOWN"),
        BadInput("unknown table", "project", "recent", status: 64, code: "E-TABLE-UNKNOWN"),
        BadInput("explain without a table", "explain", status: 64, code: "E-ARGUMENT-MISSING"),
        BadInput("explain an unknown table", "explain", "recent", status: 64, code: "E-TABLE-UNKNOWN"),
        BadInput(
            "explain an unknown field", "explain", "recents", "1", "--field", "titel", status: 64,
            code: "E-FIELD-UNKNOWN"),
        BadInput(
            "prove without a key", "explain", "recents", "--prove", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput(
            "expectation without a case", "explain", "recents", "1", "--expect-row", "absent", status: 64,
            code: "E-OPTION-CONFLICT"),
        BadInput(
            "expected row that is no JSON", "explain", "recents", "1", "--case", "c.ndjson",
            "--expect-row", "{rank:1}", status: 64, code: "E-EXPECTED-ROW"),
        BadInput(
            "expected row with an unknown column", "explain", "recents", "1", "--case", "c.ndjson",
            "--expect-row", "{\"colour\":1}", status: 64, code: "E-EXPECTED-ROW"),
        BadInput(
            "case over another file", "explain", "recents", "1", "--case", "c.ndjson", status: 73,
            code: "E-TARGET-EXISTS"
        ) { try $0.write("x", to: "c.ndjson") },
        BadInput(
            "think away a word", "project", "recents", "--without", "310,x", status: 64,
            code: "E-HYPOTHESIS"),
        BadInput(
            "think away a range backwards", "project", "recents", "--without", "5..3", status: 64,
            code: "E-HYPOTHESIS"),
        BadInput(
            "think away what is not there", "explain", "recents", "--without", "4711", status: 64,
            code: "E-POSITION-RANGE"),
        BadInput(
            "think away from stored rows", "project", "recents", "--stored", "--without", "1", status: 64,
            code: "E-OPTION-CONFLICT"),
        BadInput(
            "insert without a place", "project", "recents", "--insert", "i.ndjson", status: 65,
            code: "E-INPUT"
        ) {
            try $0.write(
                "{\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"id\":\"p1\"}}}\n", to: "i.ndjson")
        },
        BadInput(
            "insert behind the end", "project", "recents", "--insert", "i.ndjson", status: 64,
            code: "E-POSITION-RANGE"
        ) {
            try $0.write(
                "{\"after\":4711,\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"id\":\"p1\"}}}\n",
                to: "i.ndjson")
        },
        BadInput("unknown user", "project", "recents", "-u", "alcie", status: 64, code: "E-STREAM-UNKNOWN"),
        BadInput("unknown projection", "replay", "tags", status: 64, code: "E-PROJECTION-UNKNOWN"),
        BadInput("misspelt projection", "replay", "recnets", status: 64, code: "E-PROJECTION-UNKNOWN"),
        BadInput("unknown field", "log", "--where", "photo.titel = x", status: 64, code: "E-FIELD-UNKNOWN"),
        BadInput(
            "unknown values field", "log", "--values", "photo.titel", status: 64, code: "E-FIELD-UNKNOWN"),
        BadInput(
            "condition without operator", "log", "--where", "photo.title", status: 64, code: "E-CONDITION"),
        BadInput(
            "condition without value", "log", "--where", "photo.title =", status: 64, code: "E-CONDITION"),
        BadInput("condition without field", "log", "--where", "= x", status: 64, code: "E-CONDITION"),
        BadInput("condition on position", "log", "--where", "position > x", status: 64, code: "E-CONDITION"),
        BadInput(
            "condition with bad time", "log", "--where", "occurred > 2026-02-30", status: 64,
            code: "E-TIME-FORM"),
        BadInput(
            "condition on rows for events", "log", "--where", "recents has p1", status: 64,
            code: "E-CONDITION-ROWS"),
        BadInput(
            "unknown field beside a known one", "log", "--where", "subject = 1 and photo.titel = x",
            status: 64, code: "E-FIELD-UNKNOWN"),
        BadInput(
            "condition that is not closed", "log", "--where", "(subject = \"日本\" or type = x", status: 64,
            code: "E-CONDITION"),
        BadInput(
            "condition nested too deeply", "log", "--where", String(repeating: "(", count: 65), status: 64,
            code: "E-CONDITION-LIMIT"),
        BadInput("condition missing", "when", status: 64, code: "E-ARGUMENT-MISSING"),
        BadInput(
            "condition on events for rows", "when", "subject = p1", status: 64, code: "E-CONDITION-EVENTS"),
        BadInput("condition on a table", "when", "recents = 3", status: 64, code: "E-CONDITION"),
        BadInput(
            "unknown table in a condition", "when", "recents has x and tag has y", status: 64,
            code: "E-TABLE-UNKNOWN"),
        BadInput(
            "unknown column", "when", "tags has 東京 or recents[p1].titel = x", status: 64,
            code: "E-COLUMN-UNKNOWN"),
        BadInput(
            "rank that is no number", "when", "recents[p1].rank = first", status: 64, code: "E-CONDITION"),
        BadInput(
            "first and last change", "when", "recents has x", "--first", "--last", status: 64,
            code: "E-OPTION-CONFLICT"),
        BadInput(
            "failed and values", "log", "--failed", "--values", "type", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput("steps and check", "replay", "--steps", "--check", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput("unknown zone", "log", "--tz", "Europe/Lisboa", status: 64, code: "E-ZONE"),
        BadInput(
            "position past the end", "project", "recents", "--at", "311", status: 64, code: "E-POSITION-RANGE"
        ),
        BadInput(
            "position before the start", "project", "recents", "--at", "-311", status: 64,
            code: "E-POSITION-RANGE"),
        BadInput("event zero", "log", "0", status: 64, code: "E-POSITION-RANGE"),
        BadInput(
            "unknown id", "log", "id:00000000-0000-0000-0000-000000000001", status: 64,
            code: "E-POSITION-RANGE"),
        BadInput("no id", "log", "id:xyz", status: 64, code: "E-POSITION"),
        BadInput("no position", "project", "recents", "--at", "yesterday", status: 64, code: "E-POSITION"),
        BadInput("bare span", "project", "recents", "--at", "2h", status: 64, code: "E-POSITION"),
        BadInput("bad span", "project", "recents", "--at", "end-2y", status: 64, code: "E-POSITION"),
        BadInput(
            "impossible day", "project", "recents", "--at", "2026-02-30", status: 64, code: "E-TIME-FORM"),
        BadInput(
            "impossible hour", "project", "recents", "--at", "2026-03-01T25:00:00Z", status: 64,
            code: "E-TIME-FORM"),
        BadInput(
            "time without zone", "project", "recents", "--at", "2026-03-01T10:00:00", status: 64,
            code: "E-TIME-FORM"),
        BadInput(
            "time before the log", "project", "recents", "--at", "1999-01-01", status: 64,
            code: "E-TIME-BEFORE-LOG"),
        BadInput("backward range", "log", "20..10", status: 64, code: "E-RANGE"),
        BadInput("range of dots", "log", "..", status: 64, code: "E-RANGE"),
        BadInput("follow reversed", "log", "-f", "-r", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput("follow bounded", "log", "-f", "..20", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput("nothing to compare", "diff", "recents", status: 64, code: "E-OPTION-MISSING"),
        BadInput("one state", "diff", "recents", "5", status: 64, code: "E-RANGE"),
        BadInput("states backwards", "diff", "20..10", status: 64, code: "E-RANGE"),
        BadInput("state past the end", "diff", "20..311", status: 64, code: "E-POSITION-RANGE"),
        BadInput("unknown table to compare", "diff", "recent", "1..2", status: 64, code: "E-TABLE-UNKNOWN"),
        BadInput(
            "two other sides", "diff", "1..2", "--against", "stored", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput(
            "states at a place", "diff", "1..2", "--at", "3", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput(
            "stored rows at a place", "diff", "--against", "stored", "--at", "3", status: 64,
            code: "E-OPTION-CONFLICT"),
        BadInput(
            "logs at a place", "diff", "--against", "sample.evlog", "--at", "3", status: 64,
            code: "E-OPTION-CONFLICT"),
        BadInput(
            "what if and states", "diff", "1..2", "--without", "1", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput(
            "what if and stored", "diff", "--against", "stored", "--without", "1", status: 64,
            code: "E-OPTION-CONFLICT"),
        BadInput(
            "against an unknown user", "diff", "--against-user", "alcie", status: 64, code: "E-STREAM-UNKNOWN"
        ),
        BadInput(
            "all users against one", "diff", "--against-user", "alice", "--all-users", status: 64,
            code: "E-OPTION-CONFLICT"),
        BadInput("count and newest", "log", "--count", "-n", "3", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput("json and plain", "info", "--json", "--plain", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput(
            "user and all users", "project", "recents", "-u", "alice", "--all-users", status: 64,
            code: "E-OPTION-CONFLICT"),
        BadInput(
            "stored and from stored", "project", "recents", "--stored", "--from-stored", status: 64,
            code: "E-OPTION-CONFLICT"),
        BadInput(
            "stored at another place", "project", "recents", "--stored", "--at", "5", status: 64,
            code: "E-OPTION-CONFLICT"),
        BadInput(
            "cap of an itinerary", "project", "itinerary", "--cap", "5", status: 64, code: "E-OPTION-CONFLICT"
        ),
        BadInput("yes without write", "replay", "--yes", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput("write at a place", "replay", "--write", "--at", "5", status: 64, code: "E-OPTION-CONFLICT"),
        BadInput("copy to nowhere", "copy", status: 64, code: "E-OPTION-MISSING"),
        BadInput("import to nowhere", "import", "x.csv", status: 64, code: "E-OPTION-MISSING"),
        BadInput("visit without vacation", "record", "visit", "x.json", status: 64, code: "E-OPTION-MISSING"),
        BadInput(
            "import to two places", "import", "x.csv", "--out", "a.evlog", "--append", "sample.evlog",
            status: 64, code: "E-OPTION-CONFLICT"),
        BadInput("create over a log", "create", "sample.evlog", status: 73, code: "E-TARGET-EXISTS"),
        BadInput("copy over a log", "copy", "--out", "sample.evlog", status: 73, code: "E-TARGET-EXISTS"),
        BadInput(
            "import over a log", "import", "x.csv", "--out", "sample.evlog", status: 73,
            code: "E-TARGET-EXISTS"),
        BadInput("create in no folder", "create", "absent/a.evlog", status: 73, code: "E-TARGET-FOLDER"),
        BadInput(
            "metadata without a sign", "record", "create-vacation", "X", "--meta", "device", status: 64,
            code: "E-OPTION-FORM"),
        BadInput(
            "failing expectation", "record", "create-vacation", "X", "--expect", "3", status: 1,
            code: "E-EXPECTATION"),
        BadInput("vacation with a slash", "record", "create-vacation", "a/b", status: 65, code: "E-EVENT"),
        BadInput(
            "unnameable user", "record", "create-vacation", "X", "-u", "$x", status: 64, code: "E-STREAM-NAME"
        ),
        BadInput(
            "bad time of recording", "record", "create-vacation", "X", "--occurred", "2026-13-01T00:00:00Z",
            status: 64, code: "E-TIME-FORM"),
        BadInput("unknown map type", "record", "map-type", "hybird", status: 64, code: "E-VALUE-UNKNOWN"),
    ]
}

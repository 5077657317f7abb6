import Foundation

extension BadInput {
    private static let good = "{\"type\":\"vacation.created\",\"data\":{\"name\":\"Rome\"}}\n"

    /// A file of event lines with something wrong in its second line.
    private static func line(_ name: String, _ line: String, code: String = "E-INPUT", status: Int32 = 65)
        -> BadInput
    {
        BadInput(name, "record", "events", "in.ndjson", status: status, code: code) {
            try $0.write(good + line, to: "in.ndjson")
        }
    }

    private static let header =
        "\"photoID\";\"userID\";\"dateTaken\";\"poiID\";\"poiTheme\";\"poiFreq\";\"seqID\"\n"
    private static let row = "1;\"u@N00\";1277719324;20;\"Zoo\";514;1\n"

    private static func table(
        _ name: String, _ text: String, code: String = "E-INPUT", pois: String? = nil
    ) -> BadInput {
        let more = pois == nil ? [] : ["--pois", "pois.csv"]
        return BadInput(
            name, words: ["import", "in.csv", "--out", "new.evlog"] + more, status: 65, code: code
        ) {
            try $0.write(text, to: "in.csv")
            if let pois { try $0.write(pois, to: "pois.csv") }
        }
    }

    private init(
        _ name: String, words: [String], status: Int32, code: String,
        prepare: @escaping @Sendable (TemporaryFolder) throws -> Void
    ) {
        self.name = name
        self.words = words
        self.status = status
        self.code = code
        stdin = []
        self.prepare = prepare
    }

    private static let oneRow =
        "{\"kind\":\"row\",\"table\":\"recents\",\"at\":9,\"stream\":\"alice\",\"key\":\"1\",\"rank\":1,\"fields\":{},\"since\":3}\n"

    /// A file to compare rows with in which something is wrong.
    private static func rows(
        _ name: String, _ text: String, more: [String] = [], code: String = "E-ROWS", status: Int32 = 65
    ) -> BadInput {
        BadInput(name, words: ["diff", "--against", "rows.ndjson"] + more, status: status, code: code) {
            try $0.write(text, to: "rows.ndjson")
        }
    }

    /// Over a folder with the sample as `sample.evlog`.
    static let inputFiles: [BadInput] = [
        BadInput(
            "against nothing", "diff", "--against", "absent.ndjson", status: 66, code: "E-INPUT-MISSING"),
        BadInput("against standard input", "diff", "--against", "-", status: 65, code: "E-ROWS"),
        rows("against a picture", "\u{7F}ELF\u{1}\u{2}", code: "E-LOG-FOREIGN"),
        rows("against a list", "[1]\n", code: "E-LOG-FOREIGN"),
        rows("against an empty file", "", code: "E-LOG-EMPTY"),
        rows("against events", "{\"type\":\"photo.viewed\",\"data\":{}}\n"),
        rows("against lines of log", "{\"kind\":\"event\",\"position\":1}\n"),
        rows("against another end", "{\"kind\":\"end\",\"matches\":0}\n"),
        rows("against a row that lacks a field", "{\"kind\":\"row\",\"table\":\"recents\"}\n"),
        rows("against a row and no JSON", oneRow + "{\"kind\":\n"),
        rows("against no JSON", "{{{\n"),
        rows("against one key twice", oneRow + oneRow),
        rows(
            "against two positions",
            oneRow + oneRow.replacing("9,", with: "8,").replacing("\"1\"", with: "\"2\"")),
        rows("against an unknown table", oneRow.replacing("recents", with: "recnets")),
        rows("against rows of another table", oneRow, more: ["tags"]),
        rows(
            "against rows of the future", oneRow.replacing("9,", with: "999,"), code: "E-POSITION-RANGE",
            status: 64),
        rows(
            "against rows of an unknown user", oneRow.replacing("alice", with: "alcie"),
            code: "E-STREAM-UNKNOWN",
            status: 64),
        rows("against no rows", "{\"kind\":\"end\",\"rows\":0}\n", code: "E-OPTION-MISSING", status: 64),
        BadInput("missing input", "record", "events", "absent.ndjson", status: 66, code: "E-INPUT-MISSING"),
        BadInput("folder as input", "record", "events", ".", status: 66, code: "E-INPUT"),
        BadInput("empty standard input", "record", "events", "-", status: 65, code: "E-INPUT-EMPTY"),
        BadInput("blank lines", "record", "events", "-", status: 65, code: "E-INPUT-EMPTY", stdin: "\n\n"),
        line("array instead of lines", "[{\"type\":\"vacation.created\"}]\n"),
        line("cut line", "{\"type\":\"vacation.created\",\"data\":{\"na"),
        line("duplicate key", "{\"type\":\"vacation.created\",\"type\":\"x\",\"data\":{\"name\":\"X\"}}\n"),
        line(
            "too deep",
            "{\"type\":\"vacation.created\",\"data\":" + String(repeating: "[", count: 65)
                + String(repeating: "]", count: 65) + "}\n"),
        line("no type", "{\"data\":{\"name\":\"X\"}}\n"),
        line("no data", "{\"type\":\"vacation.created\"}\n"),
        line("unknown type", "{\"type\":\"vacation.craeted\",\"data\":{\"name\":\"X\"}}\n"),
        line("number as name", "{\"type\":\"vacation.created\",\"data\":{\"name\":5}}\n"),
        line("missing field", "{\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"title\":\"x\"}}}\n"),
        line(
            "text as latitude",
            "{\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"id\":\"1\",\"latitude\":true}}}\n"),
        line("day that is none", dated("2026-02-30T10:00:00Z")),
        line("hour that is none", dated("2026-02-03T25:00:00Z")),
        line("time without zone", dated("2026-02-03T10:00:00")),
        line("bad id", "{\"id\":\"7\",\"type\":\"vacation.created\",\"data\":{\"name\":\"X\"}}\n"),
        BadInput("invalid UTF-8", "record", "events", "in.ndjson", status: 65, code: "E-INPUT") {
            try $0.write(
                Array(good.utf8) + Array("{\"type\":\"vacation.created\",\"data\":{\"name\":\"".utf8)
                    + [0xC3, 0x28] + Array("\"}}\n".utf8), to: "in.ndjson")
        },
        BadInput(
            "id known with other content", "record", "events", "in.ndjson", status: 65, code: "E-CONFLICT"
        ) {
            try $0.write(
                "{\"id\":\"c3cd7f61-37e0-55ec-b862-a67f85b9b5a2\",\"type\":\"vacation.created\",\"data\":{\"name\":\"X\"}}\n",
                to: "in.ndjson")
        },
        BadInput(
            "metadata over its limit", "record", "create-vacation", "X", "--meta",
            "note=" + String(repeating: "x", count: 17_000), status: 65, code: "E-TOO-LARGE"),
        BadInput("line over its limit", "record", "events", "in.ndjson", status: 65, code: "E-INPUT") {
            let title = String(repeating: "x", count: 17 << 20)
            try $0.write(
                "{\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"id\":\"1\",\"title\":\"\(title)\"}}}\n",
                to: "in.ndjson")
        },
        BadInput(
            "record into a missing log", "record", "create-vacation", "X", "--log", "new.evlog",
            status: 66, code: "E-LOG-MISSING"),
        BadInput("photo that is no JSON", "record", "view", "in.json", status: 65, code: "E-INPUT") {
            try $0.write("<html>", to: "in.json")
        },
        BadInput("response without photos", "record", "view", "in.json", status: 65, code: "E-INPUT") {
            try $0.write("{\"stat\":\"fail\",\"code\":1,\"message\":\"Photo not found\"}", to: "in.json")
        },
        BadInput(
            "photo not in the response", "record", "view", "in.json", "--photo", "13", status: 64,
            code: "E-PHOTO-UNKNOWN", prepare: twoPhotos),
        BadInput(
            "which photo", "record", "view", "in.json", status: 64, code: "E-PHOTO-CHOICE", prepare: twoPhotos
        ),
        table("bad date", header + row + "2;\"u@N00\";yesterday;20;\"Zoo\";514;1\n"),
        table("short row", header + row + "2;\"u@N00\";1277719324\n"),
        table("open quote", header + row + "2;\"u@N00;1277719324;20;Zoo;514;1\n"),
        table("header alone", header, code: "E-INPUT-EMPTY"),
        table("other table", "a;b;c\n1;2;3\n", code: "E-FORMAT-UNKNOWN"),
        table("empty table", "", code: "E-INPUT-EMPTY"),
        table(
            "unknown point of interest", header + row,
            pois: "poiID;poiName;lat;long;theme\n1;Zoo;34.6; 135.4;Zoo\n"),
        table(
            "bad coordinate", header + row,
            pois: "poiID;poiName;lat;long;theme\n20;Zoo;north; 135.4;Zoo\n"),
        BadInput(
            "copy of an export", "copy", "--log", "all.ndjson", "--out", "new.evlog", status: 65,
            code: "E-LOG-EXPORT"
        ) { _ = try $0.run("export", "--out", "all.ndjson", "--log", "sample.evlog") },
        BadInput(
            "missing table", "import", "absent.csv", "--out", "new.evlog", status: 66, code: "E-INPUT-MISSING"
        ),
        BadInput(
            "unknown format", "import", "in.csv", "--out", "new.evlog", "--format", "gpx", status: 64,
            code: "E-VALUE-UNKNOWN"),
    ]

    private static func dated(_ time: String) -> String {
        "{\"type\":\"vacation.created\",\"occurred\":\"\(time)\",\"data\":{\"name\":\"X\"}}\n"
    }

    private static let twoPhotos: @Sendable (TemporaryFolder) throws -> Void = {
        try $0.write(
            "{\"stat\":\"ok\",\"photos\":{\"photo\":[{\"id\":\"11\",\"title\":\"a\"},{\"id\":\"12\",\"title\":\"b\"}]}}",
            to: "in.json")
    }
}

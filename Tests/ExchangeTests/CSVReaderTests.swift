import Exchange
import TestSupport
import Testing

/// All rows of a text, each as its fields; the header is not among them.
private func rows(_ text: String) throws(CSVError) -> [[String]] {
    try rows(Array(text.utf8))
}

private func rows(_ bytes: [UInt8]) throws(CSVError) -> [[String]] {
    var reader = try CSVReader(bytes: bytes)
    var result: [[String]] = []
    while let row = try reader.nextRow() { result.append((0..<row.count).map { row[$0] }) }
    return result
}

@Suite struct CSVReaderTests {
    @Test(
        arguments: [
            ("a,b\n1,2\n", [["1", "2"]]), ("a,b\n1,2", [["1", "2"]]),
            ("a,b\r\n1,2\r\n3,4", [["1", "2"], ["3", "4"]]),
            ("a;b\n1;2\n", [["1", "2"]]), ("a;b\n1,5;2\n", [["1,5", "2"]]), ("a,b\n,\n", [["", ""]]),
            ("a,b\n\"\",\"\"\n", [["", ""]]), ("a,b\n\"1,2\",3\n", [["1,2", "3"]]),
            ("a,b\n\"say \"\"hi\"\"\",\"\"\"\"\n", [["say \"hi\"", "\""]]),
            ("a,b\n\"\"\"\"\"\",x\n", [["\"\"", "x"]]),
            ("a,b\n\"1\n2\",\"3\r\n4\"\n", [["1\n2", "3\r\n4"]]), ("a\n1\n\n2\n", [["1"], [""], ["2"]]),
            ("a,b\n 1 , 2 \n", [[" 1 ", " 2 "]]), ("a,b\n", []), ("a,b", []),
            ("\"a\";\"b\"\n\"x;y\";2\n", [["x;y", "2"]]), ("a,b\n1,\n", [["1", ""]]),
            ("a,b\n1,", [["1", ""]]),
            ("\u{F6},\u{4EAC}\n\u{E9},e\u{301}\n", [["\u{E9}", "e\u{301}"]]),
        ] as [(String, [[String]])])
    func `Records are read`(text: String, expected: [[String]]) throws {
        let found = try rows(text)
        #expect(found.map { $0.map { Array($0.utf8) } } == expected.map { $0.map { Array($0.utf8) } })
    }

    @Test func `P5 Quoted separators make one field`() throws {
        let found = try rows("id,name,country\n7,\"Parliament House, Perth, WA\",Australia\n")
        #expect(found == [["7", "Parliament House, Perth, WA", "Australia"]])
    }

    @Test func `A byte order mark is skipped`() throws {
        var reader = try CSVReader(bytes: [0xEF, 0xBB, 0xBF] + Array("\"a\",b\n1,2\n".utf8))
        #expect(reader.header == ["a", "b"])
        let row = try reader.nextRow()
        #expect(row?[0] == "1")
    }

    @Test(arguments: [
        ("a;b,c;d\n", UInt8(ascii: ";")), ("a,b;c,d\n", UInt8(ascii: ",")), ("a\n", UInt8(ascii: ",")),
        ("a;b\n1,2,3,4\n", UInt8(ascii: ";")), ("\"a,b,c\";d\n", UInt8(ascii: ";")),
        ("\"a;b;c\",d", UInt8(ascii: ",")), ("a;b,c", UInt8(ascii: ";")),
    ])
    func `The header decides the separator`(text: String, separator: UInt8) throws {
        let reader = try CSVReader(bytes: Array(text.utf8))
        #expect(reader.separator == separator)
    }

    @Test func `Columns are found by name and rows know their line`() throws {
        var reader = try CSVReader(bytes: Array("id,\"the\nname\",e\u{301}\n1,\"a\nb\",3\n4,5,6\n".utf8))
        #expect(reader.column(named: "id") == 0)
        #expect(reader.column(named: "the\nname") == 1)
        #expect(reader.column(named: "e\u{301}") == 2)
        #expect(reader.column(named: "\u{E9}") == nil)
        #expect(reader.column(named: "ID") == nil)
        let first = try reader.nextRow()
        #expect(first?.line == 3)
        #expect(first?.count == 3)
        let second = try reader.nextRow()
        #expect(second?.line == 5)
        let end = try reader.nextRow()
        #expect(end == nil)
    }
}

@Suite struct CSVErrorTests {
    @Test(arguments: [
        ("", CSVError.Code.noHeader, 1, 1), ("a,b,a\n", .duplicateColumn, 1, 5),
        ("a,b\n1\n", .wrongFieldCount, 2, 1), ("a,b\n1,2,3\n", .wrongFieldCount, 2, 4),
        ("a,b\n1,2\n\n", .wrongFieldCount, 3, 1), ("a,b\n1,2\n\r\n3,4", .wrongFieldCount, 3, 1),
        ("a,b\n1,\"2\n3,4\n", .unterminatedQuote, 2, 3), ("a,b\n\"", .unterminatedQuote, 2, 1),
        ("a,b\n1,\"2\"\"", .unterminatedQuote, 2, 3), ("\"a,b\n1,2\n", .unterminatedQuote, 1, 1),
        ("a,b\n1,2\"3\n", .strayQuote, 2, 4), ("a,b\n1,\"2\"3\n", .strayQuote, 2, 5),
        ("a,b\n1, \"2\"\n", .strayQuote, 2, 4), ("a,b\n\u{E9}\u{4EAC},2\"\n", .strayQuote, 2, 5),
        ("a,b\r1,2\r", .strayCarriageReturn, 1, 4), ("a,b\n1,2\rx", .strayCarriageReturn, 2, 4),
        ("a,b\n1,2\r", .strayCarriageReturn, 2, 4), ("a,b\n\"1\n2\",3\n4\n", .wrongFieldCount, 4, 1),
    ])
    func `Faults are refused with their place`(text: String, code: CSVError.Code, line: Int, column: Int) {
        let error = #expect(throws: CSVError.self) { _ = try rows(text) }
        #expect(error?.code == code)
        #expect(error?.line == line)
        #expect(error?.column == column)
        #expect(error.map { "\($0)" } == error.map { "Line \(line), column \(column): \($0.message)" })
    }

    @Test(arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE4, 0xBA], [0x80]] as [[UInt8]])
    func `Bytes that are not UTF-8 are refused`(bad: [UInt8]) {
        let bytes = Array("a,b\n1,\u{E9}".utf8) + bad + Array("\n".utf8)
        let error = #expect(throws: CSVError.self) { _ = try rows(bytes) }
        #expect(error?.code == .invalidUTF8)
        #expect(error?.offset == 8)
        #expect(error?.line == 2)
        #expect(error?.column == 4)
        let inHeader = #expect(throws: CSVError.self) { _ = try rows(bad) }
        #expect(inHeader?.code == .invalidUTF8)
    }

    @Test func `Places are counted after a byte order mark`() {
        let error = #expect(throws: CSVError.self) { _ = try rows("\u{FEFF}a,a\n") }
        #expect(error?.column == 3)
        #expect(error?.offset == 5)
    }

    @Test func `Rows before a fault are read, and the fault stays`() throws {
        var reader = try CSVReader(bytes: Array("a,b\n1,2\n3\n4,5\n".utf8))
        let first = try reader.nextRow()
        #expect(first?[1] == "2")
        let error = #expect(throws: CSVError.self) { _ = try reader.nextRow() }
        let again = #expect(throws: CSVError.self) { _ = try reader.nextRow() }
        #expect(error == again)
        #expect(error?.message == "This record has 1 of 2 fields.")
    }

    @Test func `Columns are limited`() throws {
        let most = (0..<CSVReader.maximumColumns).map(String.init).joined(separator: ",")
        let reader = try CSVReader(bytes: Array(most.utf8))
        #expect(reader.header.count == CSVReader.maximumColumns)
        let error = #expect(throws: CSVError.self) { _ = try rows(most + ",x\n") }
        #expect(error?.code == .tooManyColumns)
    }

    @Test func `No fault shows the text`() {
        for text in ["secret,secret\n", "a,b\nsecret\n", "a,b\nsecret\"\n", "a,b\n\"secret"] {
            let error = #expect(throws: CSVError.self) { _ = try rows(text) }
            #expect(error?.description.contains("secret") == false)
        }
    }
}

@Suite struct CSVRoundTripTests {
    private static let pieces = [
        "", "a", ",", ";", "\"", "\n", "\r\n", "\r", "\u{E9}", "\u{1F600}", " ", "x y",
    ]

    @Test func `What is written is read back, with any separator, line end and quoting`() throws {
        let seed: UInt64 = 0x5EED_0030
        var random = SplitMix64(seed: seed)
        for round in 0..<2000 {
            let separator = Bool.random(using: &random) ? "," : ";"
            let lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
            let width = Int.random(in: 2...5, using: &random)
            let table = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                (0..<width).map { _ in
                    (0..<Int.random(in: 0...3, using: &random))
                        .map { _ in Self.pieces[Int.random(in: Self.pieces.indices, using: &random)] }
                        .joined()
                }
            }
            let header = (0..<width).map { "c\($0)" }
            var text = ([header] + table).map { row in
                row.map { Self.field($0, using: &random) }.joined(separator: separator)
            }.joined(separator: lineEnd)
            if Bool.random(using: &random) { text += lineEnd }
            let found = try rows(text)
            #expect(
                found.map { $0.map { Array($0.utf8) } } == table.map { $0.map { Array($0.utf8) } },
                "seed \(seed), round \(round)")
        }
    }

    private static func field(_ text: String, using random: inout SplitMix64) -> String {
        let mustQuote = text.utf8.contains { ",;\"\n\r".utf8.contains($0) }
        guard mustQuote || Bool.random(using: &random) else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

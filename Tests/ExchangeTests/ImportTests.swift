import EventLog
import Exchange
import Testing

struct ImportTests {
    /// Computed with Python: `hashlib.sha256(b"".join(struct.pack(">I", len(p)) + p for p in parts))`.
    @Test
    func `Ids are those of an independent computation`() {
        var ids = ImportedIDs()
        #expect(
            ids.id(of: "poi-visits", "photo.visited", "10007579@N00", "7941504100", "1").description
                == "efd0fbaa-6d0f-ba16-c362-ade43dda8ce0")
        #expect(ids.id(of: "ab", "c").description == "f2939f90-3016-e5bb-29b1-e4a61cdbd376")
        #expect(ids.id(of: "a", "bc").description == "b534ce16-ac9c-8b36-823f-39a395ce8e0e")
        #expect(ids.id(of: "ab", "c").description == "f2939f90-3016-e5bb-29b1-e4a61cdbd376")
    }

    @Test
    func `Options keep what they were set to`() {
        var options = ImportOptions()
        #expect(!options.hasFlag("views"))
        options.set("views")
        options.set("prefix", to: "x")
        options.set("pois", to: ImportFile(name: "p.csv", bytes: [1]))
        #expect(options.hasFlag("views"))
        #expect(options.text("prefix") == "x")
        #expect(options.text("pois") == nil)
        #expect(options.file("pois")?.bytes == [1])
        #expect(options.file("prefix") == nil)
    }

    @Test
    func `A field of a table is found with its line and column`() throws {
        let text = "a;b\r\n\"é\";x\r\n\"one\ntwo\";\"z\"\r\nü;4\r\n"
        var reader = try CSVReader(bytes: Array(text.utf8))
        var places: [[Int]] = []
        while let row = try reader.nextRow() {
            for column in 0..<row.count {
                let place = reader.place(of: column, in: row)
                places.append([place.line, place.column])
            }
        }
        #expect(places == [[2, 1], [2, 5], [3, 1], [4, 6], [5, 1], [5, 3]])
    }

    @Test
    func `A broken table gives the place of the fault`() throws {
        do {
            _ = try CSVReader(bytes: Array("a;a\n".utf8))
            Issue.record("a column that stands twice was accepted")
        } catch {
            let exchange = ExchangeError(error, file: "x.csv")
            #expect(exchange.code == .missingColumn)
            #expect(exchange.description.hasPrefix("x.csv, line 1, column 3: "))
        }
    }
}

import CommandLineKit
import EventCoding
import EventLog
import Evtool
import Foundation
import Projections
import Testing
import TravelEvents
import TravelProjections
import TravelTool

/// `show`: one event in full, and what it changed.
@Suite("show")
struct ShowTests {
    private static func show(_ log: String, _ words: String..., model: Model = .travel) -> ShellTool.Run {
        ShellTool.run(["show"] + words + ["--log", log], model: model)
    }

    // MARK: Effects

    /// The rows of every table of its own after a position, by table and key.
    private static func rows(_ log: String, at position: Int) -> [String: [String: String]] {
        var rows: [String: [String: String]] = [:]
        for table in ["recents", "itinerary", "tags", "vacations", "places", "preferences"] {
            let run = ShellTool.run("project", table, "--at", "\(position)", "--json", "--log", log)
            for row in run.objects("row") {
                let key = "\(table) \(row["key"] as? String ?? "")"
                rows[key] = (row["fields"] as? [String: Any] ?? [:]).mapValues { "\($0)" }
            }
        }
        return rows
    }

    @Test("the effects are exactly what projections before and after differ in")
    func effects() throws {
        let folder = try ShellFolder()
        let log = try folder.sample()
        var positions = ShellTool.run(
            "log", "--plain", "--type", "*.removed", "--type", "vacation.*", "--log", log
        )
        .lines.compactMap { Int($0.prefix { $0 != "\t" }) }
        positions += stride(from: 3, through: 310, by: 23)
        #expect(positions.count >= 14)
        for position in positions {
            let before = position > 1 ? Self.rows(log, at: position - 1) : [:]
            let after = Self.rows(log, at: position)
            var expected: Set<String> = []
            for key in Set(before.keys).union(after.keys) where before[key] != after[key] {
                expected.insert("\(key)")
            }
            var told: Set<String> = []
            let run = Self.show(log, "\(position)", "--json")
            #expect(run.status == 0)
            for effect in run.objects("effect") where effect["table"] as? String != "visits" {
                let key = "\(effect["table"] as? String ?? "") \(effect["key"] as? String ?? "")"
                let values = { (name: String) in
                    (effect[name] as? [String: Any])?.mapValues { "\($0)" }
                }
                if effect["op"] as? String == "ignore" { continue }
                #expect(values("before") == before[key], "event \(position), \(key)")
                #expect(values("after") == after[key], "event \(position), \(key)")
                if before[key] != after[key] { told.insert(key) }
            }
            #expect(told == expected, "event \(position)")
        }
    }

    @Test("a visit taken back reads as a person would say it")
    func unvisit() throws {
        let folder = try ShellFolder()
        let log = try folder.sample()
        let run = Self.show(log, "-1")
        #expect(run.status == 0 && run.errors == "")
        #expect(run.lines[0].hasPrefix("event 310   photo.unvisited 1   alice/310   id "))
        for line in [
            "data       photo \"53410174218\"",
            "changed    itinerary  ~ Japan/Kyoto, Kyoto Prefecture, Japan  photos 3 → 2",
            "           tags       - Japan/桜  (unvisited; was 1)",
            "           visits     - Japan/53410174218  (unvisited)",
        ] {
            #expect(run.lines.contains(line), "\(line)")
        }
        #expect(run.output.contains("unchanged"))
        #expect(run.output.contains("bytes, checksum ok"))
    }

    @Test("a fold that leaves a row alone says why")
    func ignored() throws {
        let folder = try ShellFolder()
        let log = try folder.sample()
        let visits = ShellTool.run("log", "--json", "--type", "photo.visited", "--log", log)
        let visit = try #require(visits.objects("event").last)
        let line = try JSONSerialization.data(withJSONObject: [
            "type": "photo.visited", "data": visit["data"] as Any,
        ])
        try folder.write(String(decoding: line, as: UTF8.self) + "\n", to: "again.ndjson")
        for _ in 0..<2 {
            let again = ShellTool.run("record", "events", folder.file("again.ndjson"), "--log", log)
            #expect(again.status == 0, "\(again.errors)")
        }
        let run = Self.show(log, "-1")
        #expect(run.output.contains("(already visited)"))
        #expect(run.output.contains("  = "))
        let effect = try #require(Self.show(log, "-1", "--json").objects("effect").first)
        #expect(effect["op"] as? String == "ignore" && effect["reason"] as? String == "alreadyVisited")
    }

    // MARK: Forms

    @Test("an event is found by number, from the end, by word and by id")
    func selectors() throws {
        let folder = try ShellFolder()
        let log = try folder.sample()
        let first = Self.show(log, "1", "--json")
        #expect(Self.show(log, "first", "--json").output == first.output)
        #expect(Self.show(log, "-310", "--json").output == first.output)
        let id = try #require(first.objects("event").first?["id"] as? String)
        #expect(Self.show(log, "id:\(id)", "--json").output == first.output)
        #expect(Self.show(log, "last", "--json").output == Self.show(log, "-1", "--json").output)
        for (words, code) in [("0", 64), ("311", 64), ("-311", 64), ("soon", 64)] {
            #expect(Self.show(log, words).status == Int32(code), "\(words)")
        }
        #expect(ShellTool.run("show", "--log", log).status == 64)
    }

    @Test("the JSON line is that of log, and more")
    func json() throws {
        let folder = try ShellFolder()
        let log = try folder.sample()
        let run = Self.show(log, "200", "--json")
        let event = try #require(run.objects("event").first)
        let listed = try #require(ShellTool.run("log", "200", "--json", "--log", log).objects("event").first)
        for (key, value) in listed { #expect("\(event[key] ?? "")" == "\(value)", "\(key)") }
        #expect(event["checksum"] as? String == "ok")
        let end = try #require(run.objects.last)
        #expect(end["kind"] as? String == "end" && end["complete"] as? Bool == true)
        #expect(end["effects"] as? Int == run.objects("effect").count)
        let plain = Self.show(log, "200", "--plain").lines
        #expect(plain[0] == "field\tvalue")
        for key in [
            "position", "stream", "revision", "id", "type", "subject", "occurred", "recorded", "leaf",
        ] {
            #expect(plain.contains("\(key)\t\(event[key] ?? "")"), "\(key)")
        }
    }

    @Test("times stand in the zone that is asked for, for people only")
    func zone() throws {
        let folder = try ShellFolder()
        let log = try folder.sample()
        let run = Self.show(log, "1", "--tz", "Asia/Tokyo")
        #expect(run.lines[1].contains("+09:00"))
        #expect(
            Self.show(log, "1", "--tz", "Asia/Tokyo", "--json").output == Self.show(log, "1", "--json").output
        )
    }

    @Test("text that would drive a terminal shows harmlessly")
    func hostile() throws {
        let folder = try ShellFolder()
        let log = folder.file("hostile.evlog")
        let title = "\\u001b[31mred\\r\\u202egnp\\u0007"
        try folder.write(
            "{\"type\":\"photo.viewed\",\"data\":{\"photo\":{\"id\":\"p\",\"title\":\"\(title)\",\"tags\":[\"1\",\"a b\"]}}}\n",
            to: "hostile.ndjson")
        let made = ShellTool.run(
            "record", "events", folder.file("hostile.ndjson"), "--create", "--log", log, "--meta",
            "note=\u{1B}c")
        #expect(made.status == 0, "\(made.errors)")
        for words in [["-1"], ["-1", "--plain"], ["-1", "--raw"], ["-1", "--json"]] {
            let run = ShellTool.run(["show"] + words + ["--log", log])
            #expect(run.status == 0)
            let isHarmless = run.output.unicodeScalars.allSatisfy {
                $0 == "\n" || $0 == "\t" || $0.value >= 0x20
            }
            #expect(isHarmless && !run.output.unicodeScalars.contains("\u{202E}"), "\(words)")
        }
        #expect(Self.show(log, "-1").output.contains("title \\u{1B}[31mred\\r\\u{202E}gnp\\u{07}"))
        // A text that looks like a number is told from one.
        #expect(Self.show(log, "-1").output.contains("- \"1\"\n"))
    }

    // MARK: Versions

    /// A model whose only event was called differently in its first version.
    private static func upcastingModel(version: UInt16) throws -> Model {
        var model = Model.travel
        let travel = MapTypeSelected.definition
        let upcaster = Upcaster(from: 1, summary: "`kind` is called `map_type`.") {
            (payload) throws(UpcastError) in
            guard var map = payload.map, let kind = map["kind"] else { throw UpcastError("no kind") }
            map["kind"] = nil
            map["map_type"] = kind
            return .map(map)
        }
        let definition = EventDefinition(
            travel.type, version: version, payload: MapTypeSelected.self, summary: travel.summary,
            line: travel.line, upcasters: version == 2 ? [upcaster] : [])
        model.catalogue = try EventCatalogue([definition])
        model.projections = []
        return model
    }

    @Test("an upcast event shows both versions")
    func upcast() throws {
        let folder = try ShellFolder()
        let path = folder.file("old.evlog")
        let log = try EventLog.create(at: path)
        var map = PayloadMap()
        map["kind"] = .text("satellite")
        for version: UInt16 in [1, 9] {
            try log.append(
                [
                    ProposedEvent(
                        type: MapTypeSelected.definition.type, schemaVersion: version, subject: "map-type",
                        payload: try PayloadValue.map(map).encoded(), occurred: Timestamp(milliseconds: 0))
                ], to: try StreamName("me"))
        }
        log.close()
        let model = try Self.upcastingModel(version: 2)
        let run = Self.show(path, "1", model: model)
        #expect(run.lines[0].contains(" 1 → 2   me/1 "))
        #expect(run.lines.contains("data       map_type satellite"))
        let event = try #require(Self.show(path, "1", "--json", model: model).objects("event").first)
        #expect(event["schema_version"] as? Int == 2 && event["stored_schema_version"] as? Int == 1)
        let newer = Self.show(path, "2", model: model)
        #expect(newer.output.contains("version 9 is newer than this build knows (2)"))
        #expect(newer.lines.contains("data       kind satellite"))
        #expect(newer.lines.contains("changed    nothing: no projection takes events of this type"))
    }

    // MARK: Records

    /// The bytes of the record at a position, as `--raw` tells them.
    private static func raw(_ log: String, _ position: Int) throws -> (hex: String, parts: [[String: Any]]) {
        let record = try #require(show(log, "\(position)", "--raw", "--json").objects("record").first)
        let parts = try #require(record["parts"] as? [[String: Any]])
        return (parts.compactMap { $0["hex"] as? String }.joined(), parts)
    }

    @Test("raw bytes are whole, in order, and those of the log")
    func rawBytes() throws {
        let folder = try ShellFolder()
        let path = try folder.sample()
        let (hex, parts) = try Self.raw(path, 310)
        #expect(parts.compactMap { $0["part"] as? String } == ["head", "kept", "withheld", "checksum"])
        var offset = 0
        for part in parts {
            #expect(part["offset"] as? Int == offset)
            offset += part["length"] as? Int ?? 0
        }
        let log = try EventLog.open(at: path, access: .readUnlocked)
        defer { log.close() }
        var block = EventBlock()
        try log.read(310, into: &block)
        guard let event = block.event(at: 0) else {
            Issue.record("event 310 cannot be read")
            return
        }
        var bytes: [UInt8] = []
        for index in event.bytes.indices { bytes.append(event.bytes[index]) }
        #expect(try log.storedBytes(at: 310) == bytes)
        #expect(hex == bytes.map { String(format: "%02x", $0) }.joined())
        #expect(try log.storedBytes(at: 311) == nil)
        let lines = Self.show(path, "310", "--raw").lines
        #expect(lines[0] == "event 310   \(bytes.count) bytes, checksum ok")
        #expect(lines[1] == "head   bytes 0..15")
        #expect(lines[2].hasPrefix("       0  e7 54 4c 47 01 00"))
        #expect(lines.contains { $0.hasPrefix("withheld part   bytes ") })
        let plain = Self.show(path, "310", "--raw", "--plain").lines.dropFirst().filter { !$0.isEmpty }
        #expect(plain.map { String($0.split(separator: "\t")[2]) }.joined() == hex)
    }

    @Test("of a record that cannot be read, length and neighbours are told")
    func unreadable() throws {
        let folder = try ShellFolder()
        let path = try folder.sample()
        let (hex, _) = try Self.raw(path, 200)
        var bytes: [UInt8] = []
        var rest = hex[...]
        while !rest.isEmpty {
            bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
            rest = rest.dropFirst(2)
        }
        var file = try Data(contentsOf: URL(fileURLWithPath: path))
        let place = try #require(file.range(of: Data(bytes)))
        file[place.upperBound - 12] ^= 0x01
        try file.write(to: URL(fileURLWithPath: path))

        let run = Self.show(path, "200")
        #expect(run.status == 2)
        #expect(run.lines[0] == "event 200   unreadable: the record's checksum does not match")
        #expect(run.lines[1] == "record     \(bytes.count) bytes stored")
        #expect(run.lines[2].hasPrefix("before     199  ") && run.lines[3].hasPrefix("after      201  "))
        #expect(run.errors == "next: evtool show 200 --raw --log \(path)\n")
        let json = Self.show(path, "200", "--json")
        #expect(json.objects.compactMap { $0["kind"] as? String } == ["unreadable", "around", "end"])
        #expect(json.objects.last?["exit"] as? Int == 2)
        #expect((json.objects("around").first?["before"] as? [String: Any])?["position"] as? Int == 199)
        let dump = Self.show(path, "200", "--raw")
        #expect(dump.status == 2)
        #expect(dump.lines[0] == "event 200   \(bytes.count) bytes, the record's checksum does not match")
        #expect(dump.lines.contains { $0.hasPrefix("kept part") })
        // Events after it are whole, but what they changed is in doubt.
        let later = Self.show(path, "310")
        #expect(later.status == 2)
        #expect(later.output.contains("in doubt: event 200 is unreadable"))
        #expect(Self.show(path, "199").status == 0)
    }

    @Test("bytes that are no record are one part", arguments: [0, 3, 24, 300])
    func noRecord(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        #expect(RecordPart.parts(of: bytes).map(\.kind) == [.unknown])
        let head: [UInt8] = [0xE7, 0x54, 0x4C, 0x47]
        let parts = RecordPart.parts(of: head + [UInt8](repeating: 0xFF, count: 20 + count))
        #expect(parts.map(\.kind) == [.head, .unknown])
        #expect(parts.last?.range.upperBound == 24 + count)
    }
}

import EventLog
import Exchange
import Platform
import StrictJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// P15: importing an export, and parsing its lines beside Foundation.
struct ImportRows {
    /// The most events that are imported: an import reads files of up to 1 GiB.
    private static let mostEvents = 500_000
    /// The events of the export that is parsed alone.
    private static let parsedEvents = 20_000

    let bench: Bench

    func measure() throws -> [ResultLine] { try [measureImport()] + measureParsing() }

    private func measureImport() throws -> ResultLine {
        let events = min(Self.mostEvents, bench.options.events)
        let what = "evtool import, NDJSON, \(events) events"
        guard let tool = BenchTool(bench) else { return .missing("P15", what, because: BenchTool.absence) }
        let (path, export) = (bench.folder.newPath() + ".evlog", bench.folder.newPath() + ".ndjson")
        defer {
            bench.folder.remove(path)
            bench.folder.remove(export)
        }
        try writeLog(events, to: path)
        try tool.seconds(["export", "--log", path, "--out", export])
        let rates = try bench.contest.medians([
            {
                let made = bench.folder.newPath() + ".evlog"
                defer { bench.folder.remove(made) }
                return Double(events) / (try tool.seconds(["import", export, "--out", made]))
            }
        ])
        return ResultLine(
            row: "P15", what: what, unit: .eventsPerSecond, ours: rates[0],
            goal: .value(atLeast: 0.2e6, moonshot: 0.4e6),
            note: "\(Unit.bytes.text(Double(Machine.bytesOnDisk(export)) / Double(events))) a line")
    }

    private func measureParsing() throws -> [ResultLine] {
        let events = min(Self.parsedEvents, bench.options.events)
        let path = bench.folder.newPath() + ".evlog"
        defer { bench.folder.remove(path) }
        try writeLog(events, to: path)
        let log = try EventLog.open(at: path, access: .read)
        defer { log.close() }
        var export: [UInt8] = []
        _ = try ExportWriter(log).write { bytes, _ in export += bytes }
        let lines = export.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        let documents = lines.map { Data($0) }
        let medians = try bench.contest.medians([
            {
                let clock = Stopwatch()
                var reader = ExportReader(export)
                _ = try reader.read()
                return Double(events) / clock.seconds
            },
            {
                var parser = JSONLineParser()
                let clock = Stopwatch()
                var found = 0
                for line in lines {
                    let document = try parser.document(in: line.span)
                    if document.entryCount(at: 0) != nil { found += 1 }
                }
                guard found == lines.count else { throw BenchError("the parser found \(found) lines") }
                return Double(events) / clock.seconds
            },
            {
                var parser = JSONLineParser()
                let clock = Stopwatch()
                for line in lines { _ = try parser.parse(line.span) }
                return Double(events) / clock.seconds
            },
            {
                let decoder = JSONDecoder()
                let clock = Stopwatch()
                var found = 0
                for line in documents where try decoder.decode(DecodedLine.self, from: line).kind == "event" {
                    found += 1
                }
                guard found == events else { throw BenchError("JSONDecoder read \(found) events") }
                return Double(events) / clock.seconds
            },
        ])
        func line(_ what: String, _ ours: Double, _ goal: Goal?, _ note: String) -> ResultLine {
            ResultLine(
                row: "P15", what: what, unit: .eventsPerSecond, ours: ours, rival: "JSONDecoder",
                theirs: medians[3], goal: goal, note: note)
        }
        return [
            line(
                "parsing the lines alone", medians[1], .ratio(atLeast: 10),
                "every rule checked, values read where they lie"),
            line("parsing the lines into values of any shape", medians[2], nil, "a copy of every value"),
            line(
                "reading the lines of an export", medians[0], nil,
                "also makes the records and checks their leaves"),
        ]
    }

    private func writeLog(_ events: Int, to path: String) throws {
        let log = try EventLog.create(at: path, durability: .relaxed)
        defer { log.close() }
        try bench.history(.one).history.prefix(events).append(to: log, perCommit: Bench.perCommit)
    }
}

/// A line of an export as Foundation decodes it.
private struct DecodedLine: Decodable {
    struct Content: Decodable {
        let photo: Photo?
        let vacation: String?
        let name: String?
    }

    /// A photo, or its id alone.
    struct Photo: Decodable {
        struct Whole: Decodable {
            let id: String
            let title: String?
            let description: String?
            let place: String?
            let tags: [String]?
            let owner: String?
            let latitude: Double?
            let longitude: Double?
            let secret: String?
            let server: String?
            let farm: String?
        }

        let id: String
        let whole: Whole?

        init(from decoder: any Decoder) throws {
            whole = try? Whole(from: decoder)
            id = try whole?.id ?? decoder.singleValueContainer().decode(String.self)
        }
    }

    let kind: String
    let position: UInt64?
    let stream: String?
    let revision: UInt64?
    let id: String?
    let type: String?
    let subject: String?
    let occurred: String?
    let zone: Int?
    let recorded: String?
    let clock: String?
    let data: Content?
    let salt: String?
    let leaf: String?
}

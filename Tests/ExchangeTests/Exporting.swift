import EventCoding
import EventLog
import Exchange
import Testing

/// The bytes of an export.
func exported(
    _ source: any EventSource, _ scope: ExportScope = ExportScope(),
    where matches: (borrowing Event) -> Bool = { _ in true }
) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let summary = try ExportWriter(source, scope: scope).write(where: matches) { part, _ in bytes += part }
    #expect(summary.bytes == bytes.count)
    return bytes
}

func imported(_ bytes: [UInt8]) throws -> ExportContent {
    var reader = ExportReader(bytes)
    return try reader.read()
}

/// The lines of an export, without their ends.
func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
}

func bytes(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] } }

/// The error with which an export is refused.
func refusal(
    _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) -> ExchangeError? {
    do {
        _ = try imported(bytes)
        Issue.record("the export was taken", sourceLocation: sourceLocation)
    } catch let error as ExchangeError {
        return error
    } catch {
        Issue.record("\(error) is no ExchangeError", sourceLocation: sourceLocation)
    }
    return nil
}

extension EventSource {
    /// The bytes of every record, in order; nil for what is none.
    func records() throws -> [[UInt8]?] {
        var records: [[UInt8]?] = []
        try forEachBlock { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                switch block.entry(at: index) {
                case .event(let event): records.append(event.bytes.indices.map { event.bytes[$0] })
                case .withheld(let event): records.append(event.bytes.indices.map { event.bytes[$0] })
                case .missing, .unreadable: records.append(nil)
                }
            }
            return .proceed
        }
        return records
    }
}

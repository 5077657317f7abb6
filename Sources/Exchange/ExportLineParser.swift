import Digest
import EventCoding
import EventLog
import StrictJSON

/// A line of an export: its number from 1, and where it stands.
struct ExportPlace: Sendable {
    let number: Int
    let range: Range<Int>
}

/// Makes lines of text the lines of an export; its memory is used again for each.
struct ExportLineParser: ~Copyable, Sendable {
    private var parser: JSONLineParser
    private var usual = UsualEventReader()

    init() {
        // A payload may be as deep as the log allows, and stands one level down in its line.
        parser = JSONLineParser(
            limits: StrictJSON.Limits(
                maximumBytes: ExportReader.maximumLineBytes, maximumDepth: CBORView.maximumDepth + 1))
    }

    /// The line at `place` of the export in `bytes`.
    ///
    /// - Parameter identity: The log whose ids the records carry; nil where a line is only looked at.
    /// - Throws: `ExchangeError` with line and column.
    mutating func line(
        at place: ExportPlace, in bytes: [UInt8], of identity: LogIdentity?
    ) throws(ExchangeError) -> ExportLine {
        let size = place.range.count
        guard size <= ExportReader.maximumLineBytes else {
            throw ExchangeError(
                .tooLarge,
                "the line has \(size) bytes; at most \(ExportReader.maximumLineBytes) are accepted",
                line: place.number)
        }
        let found: Found
        do throws(JSONError) {
            let line = bytes.span.extracting(place.range)
            found = try Self.parse(line, place.number, of: identity, &parser, &usual)
        } catch { throw ExchangeError(error) }
        switch found {
        case .line(let line): return line
        case .value(let value):
            do throws(LineFault) {
                return try ExportLine(value) { identity?.recordLogID(at: $0) ?? Self.noLog }
            } catch {
                throw error.located(in: Array(bytes[place.range]), number: place.number)
            }
        }
    }

    /// An event as an export writes it, or the values of any other line.
    private enum Found {
        case line(ExportLine)
        case value(PayloadValue)
    }

    private static func parse(
        _ line: Span<UInt8>, _ number: Int, of identity: LogIdentity?, _ parser: inout JSONLineParser,
        _ usual: inout UsualEventReader
    ) throws(JSONError) -> Found {
        let document = try parser.document(in: line, lineNumber: number)
        if let identity, let (event, leaf) = usual.read(document, of: identity) {
            return .line(.event(event, leaf: leaf))
        }
        return .value(document.value)
    }

    /// Stands where a line is only looked at, never taken.
    private static let noLog = LogID(hex: String(repeating: "0", count: 32)) ?? .random()
}

public import EventCoding
import EventLog
import StrictJSON

/// Reads events that stand as JSON objects, one in a line.
///
/// A line has `type` and `data`, and may have `id` (a UUID), `occurred` (RFC 3339 with its offset), `subject`,
/// `stream`, `schema_version` and `metadata`. A key that is null counts as absent; any other key is refused.
/// Lines end with LF or CRLF; blank ones are passed over.
public struct EventLineReader: ~Copyable {
    /// The longest line, in bytes.
    public static let maximumLineBytes = 4 << 20

    private let decoder: EventLineDecoder
    private var parser: JSONLineParser

    /// A reader of the event types in `catalogue`.
    ///
    /// - Parameters:
    ///   - catalogue: The event types.
    ///   - takesPlaces: Whether each line says with `after` behind which position its event is thought to stand.
    public init(catalogue: EventCatalogue, takesPlaces: Bool = false) {
        decoder = EventLineDecoder(catalogue: catalogue, takesPlaces: takesPlaces)
        parser = JSONLineParser(limits: StrictJSON.Limits(maximumBytes: Self.maximumLineBytes))
    }

    /// The events of all lines, or none.
    ///
    /// - Throws: `ExchangeError` for the first line that is no event, and for an id that stands twice.
    /// - Complexity: O(n) in the bytes.
    public mutating func read(_ bytes: Span<UInt8>) throws(ExchangeError) -> EventLines {
        var lines: [EventLine] = []
        var lineOfID: [EventID: Int] = [:]
        var (start, number) = (0, 1)
        while start < bytes.count {
            let end = JSONLines.end(from: start, in: bytes)
            if let line = try readLine(bytes.extracting(start..<end), number: number) {
                if let id = line.event.id, let first = lineOfID.updateValue(number, forKey: id) {
                    throw ExchangeError(
                        .duplicateID, "the id \(id) stands in line \(first) already", line: number,
                        field: "id")
                }
                lines.append(line)
            }
            (start, number) = (end + 1, number + 1)
        }
        return EventLines(lines: lines)
    }

    /// The event of one line, or nil for a blank one.
    ///
    /// - Parameters:
    ///   - line: The line, with or without its end.
    ///   - number: The line's number, from 1, for errors.
    /// - Throws: `ExchangeError` with line and column.
    public mutating func readLine(
        _ line: Span<UInt8>, number: Int
    ) throws(ExchangeError) -> EventLine? {
        guard line.count <= Self.maximumLineBytes else {
            throw ExchangeError(
                .tooLarge,
                "the line has \(line.count) bytes; at most \(Self.maximumLineBytes) are accepted",
                line: number)
        }
        if JSONLines.isBlank(line) { return nil }
        let value: PayloadValue
        do throws(JSONError) {
            value = try parser.parse(line, lineNumber: number)
        } catch {
            throw ExchangeError(error)
        }
        do throws(LineFault) {
            return try decoder.decode(value, line: number)
        } catch {
            throw error.located(in: [UInt8](copying: line), number: number)
        }
    }
}

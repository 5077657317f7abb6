import EventCoding
import EventLog
public import Exchange
import Projections
import StrictJSON

extension FoldCase {
    /// Reads a case from the bytes of a file.
    ///
    /// - Throws: `ExchangeError` for the first line that cannot stand where it does.
    public init(reading bytes: [UInt8]) throws(ExchangeError) {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let head = try CaseHead(line: Array(bytes[..<end]))
        let events: ExportedLog
        do throws(ExchangeError) {
            events = try ExportedLog(reading: Array(bytes[end...]))
        } catch { throw error.below(lines: 1) }
        guard !events.isCutOff else {
            throw ExchangeError(.cutOff, "the case is cut off: its last line is not of kind end")
        }
        try self.init(head, events)
    }

    private init(_ head: CaseHead, _ events: ExportedLog) throws(ExchangeError) {
        let name = try head.text("stream")
        let stream: StreamName
        do throws(LogError) { stream = try StreamName(name) } catch {
            throw ExchangeError(.invalidStream, error.message, line: 1, field: "stream")
        }
        self.init(
            table: try head.text("table"), key: try head.text("key"), stream: stream,
            projection: try head.text("projection"),
            version: UInt32(clamping: try head.integer("version")), parameters: try head.parameters(),
            gives: try head.row("gives") ?? .absent, expects: try head.row("expects"), events: events)
    }
}

/// The first line of a case, and the errors for what it lacks.
private struct CaseHead {
    private let members: PayloadMap

    init(line: [UInt8]) throws(ExchangeError) {
        var parser = JSONLineParser()
        let value: PayloadValue
        do throws(JSONError) { value = try parser.parse(line.span) } catch { throw ExchangeError(error) }
        guard case .map(let members) = value, members["kind"]?.text == "case" else {
            throw ExchangeError(
                .misplaced, "a case begins with a line of kind case", line: 1, column: 1, field: "kind")
        }
        self.members = members
        let format = try integer("format")
        guard format == FoldCase.format else {
            throw ExchangeError(
                .unsupportedFormat, "format \(format) of cases is not known; \(FoldCase.format) is", line: 1,
                field: "format")
        }
    }

    func text(_ name: String) throws(ExchangeError) -> String {
        guard let text = members[name]?.text else { throw missing(name, "a text") }
        return text
    }

    func integer(_ name: String) throws(ExchangeError) -> Int64 {
        guard let number = members[name]?.integer else { throw missing(name, "a whole number") }
        return number
    }

    func parameters() throws(ExchangeError) -> [Parameter] {
        guard case .map(let map)? = members["parameters"] else { throw missing("parameters", "an object") }
        return map.entries.map { Parameter($0.key, $0.value) }
    }

    func row(_ name: String) throws(ExchangeError) -> ExpectedRow? {
        guard let value = members[name] else { return nil }
        guard let row = ExpectedRow(payload: value) else { throw missing(name, "an object, true or null") }
        return row
    }

    private func missing(_ name: String, _ kind: String) -> ExchangeError {
        ExchangeError(
            members[name] == nil ? .missingKey : .wrongKind, "the case needs \(name), \(kind)", line: 1,
            field: name)
    }
}

extension ExchangeError {
    /// The same error in a file that has more lines before it.
    fileprivate func below(lines: Int) -> ExchangeError {
        var error = self
        error.line = line.map { $0 + lines }
        return error
    }
}

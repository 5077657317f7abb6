import EventCoding
public import EventLog
import Exchange
public import Projections

extension FoldCase {
    /// A case of what an explanation said and a proof found.
    ///
    /// - Parameters:
    ///   - explanation: What was explained.
    ///   - projection: The projection that owns the table.
    ///   - proof: The slice.
    ///   - expects: What somebody expected instead; nil where nobody said.
    ///   - source: The history.
    public init(
        _ explanation: Explanation, of projection: AnyProjection, proof: Proof, expects: ExpectedRow?,
        source: any EventSource
    ) {
        var gives = ExpectedRow.absent
        if case .present(let row, _) = explanation.outcome {
            gives = ExpectedRow(row, of: explanation.table)
        }
        self.init(
            table: explanation.table.name, key: explanation.key, stream: explanation.stream.name,
            projection: projection, gives: gives, expects: expects,
            events: SlicedEvents(source, of: proof.slice))
    }

    /// The case as a file: a line that says what it is, and the events as an export.
    ///
    /// - Throws: `LogError` where the events cannot be read.
    public func file() throws -> [UInt8] {
        var json = JSONWriter()
        writeHead(to: &json)
        var bytes = json.bytes
        let slice = (events as? SlicedEvents)?.slice
        let range = slice.flatMap { slice in slice.first.flatMap { first in slice.last.map { first...$0 } } }
        let scope = ExportScope(range: range, condition: slice.map { _ in Self.condition })
        let chosen = Set(slice ?? [])
        _ = try ExportWriter(events, scope: scope).write(
            where: { event in slice == nil || chosen.contains(event.position) },
            to: { piece, _ in bytes += piece })
        return bytes
    }

    private static let condition = "part of a case"

    private func writeHead(to json: inout JSONWriter) {
        var settings = PayloadMap()
        for parameter in parameters { settings[parameter.name] = parameter.value }
        let members: [(String, PayloadValue?)] = [
            ("kind", .text("case")), ("format", .integer(Self.format)), ("table", .text(table)),
            ("key", .text(key)), ("stream", .text(stream.text)), ("projection", .text(projection)),
            ("version", .integer(Int64(version))), ("parameters", .map(settings)),
            ("gives", gives.payload), ("expects", expects?.payload),
        ]
        json.beginObject()
        for case (let name, let value?) in members {
            json.key(name)
            json.write(value)
        }
        json.endObject()
        json.endLine()
    }
}

/// Some events of a history and no others.
struct SlicedEvents: EventSource {
    let slice: [UInt64]
    private let selected: SelectedEvents

    init(_ source: any EventSource, of slice: [UInt64]) {
        self.slice = slice
        var (others, next): ([ClosedRange<UInt64>], UInt64) = ([], 1)
        for position in slice {
            if position > next { others.append(next...position - 1) }
            next = position + 1
        }
        others.append(next...UInt64.max)
        selected = SelectedEvents(source, without: PositionSet(others))
    }

    func identity() throws(LogError) -> LogIdentity { try selected.identity() }
    func head() throws(LogError) -> LogHead { try selected.head() }
    func streams() throws(LogError) -> [StreamSummary] { try selected.streams() }
    func stream(named name: StreamName) throws(LogError) -> StreamSummary? {
        try selected.stream(named: name)
    }
    func position(of id: EventID) throws(LogError) -> UInt64? { try selected.position(of: id) }
    func cursor(for plan: ReadPlan) throws(LogError) -> ReadCursor { try selected.cursor(for: plan) }
    func fill(
        _ block: inout EventBlock, from plan: ReadPlan, at cursor: inout ReadCursor
    ) throws(LogError) { try selected.fill(&block, from: plan, at: &cursor) }
}

public import EventCoding
public import EventLog

/// Given some events, the rows are these: a test of folds in the words of the model.
///
/// Each event is appended to a log in memory; rows come from a replay of that log.
public struct Scenario: Sendable {
    /// The log that holds the events given so far.
    public let log: MemoryLog

    /// The projections under test.
    public let projections: [AnyProjection]

    private let catalogue: EventCatalogue
    private let defaultStream: StreamName

    /// A scenario without events.
    ///
    /// - Parameters:
    ///   - projections: The projections under test.
    ///   - catalogue: The model's event types.
    ///   - stream: The stream of events that name none.
    /// - Throws: `LogError` when the stream's name is not accepted.
    public init(
        _ projections: [AnyProjection], catalogue: EventCatalogue, stream: String = "me"
    ) throws(LogError) {
        self.projections = projections
        self.catalogue = catalogue
        defaultStream = try StreamName(stream)
        // Rows must not depend on the clock of the log, so it stands still.
        log = MemoryLog(clock: { 0 })
    }

    /// Appends events, each in an append of its own, and returns their positions.
    ///
    /// - Parameters:
    ///   - events: What happened, in order.
    ///   - stream: The stream; nil for the scenario's own.
    @discardableResult
    public func given(_ events: [ProposedEvent], in stream: String? = nil) throws(LogError) -> [UInt64] {
        let name = try stream.map { (text) throws(LogError) in try StreamName(text) } ?? defaultStream
        var positions: [UInt64] = []
        for event in events { positions += try log.append([event], to: name).positions }
        return positions
    }

    /// Folds the events up to a position.
    public func replay(upTo position: UInt64? = nil) throws -> ReplayResult {
        try Replay(projections, catalogue: catalogue).run(over: log, upTo: position)
    }

    /// The rows of a shown table.
    ///
    /// - Parameters:
    ///   - table: The shown table's name.
    ///   - stream: The stream; nil for the scenario's own.
    ///   - position: The position as of which the rows are wanted; nil for the end.
    /// - Precondition: A projection under test shows the table.
    public func rows(
        _ table: String, in stream: String? = nil, at position: UInt64? = nil
    ) throws -> [RenderedRow] {
        let result = try replay(upTo: position)
        guard let (fold, shown) = result.table(named: table) else {
            preconditionFailure("no projection under test shows \(table)")
        }
        let name = try stream.map { (text) throws(LogError) in try StreamName(text) } ?? defaultStream
        guard let number = result.number(of: name) else { return [] }
        let renderer = RowRenderer(source: log, catalogue: catalogue)
        return try renderer.rows(of: shown, in: fold.projection, stream: number, from: fold.rows)
    }

    /// The keys of a shown table's rows, in order.
    public func keys(
        _ table: String, in stream: String? = nil, at position: UInt64? = nil
    ) throws -> [String] {
        try rows(table, in: stream, at: position).map(\.keyText)
    }

    /// Some columns of a shown table's rows as text, in order; rows are separated by nothing but their place.
    ///
    /// A row reads `key: value | value`.
    public func lines(
        _ table: String, _ columns: [String], in stream: String? = nil, at position: UInt64? = nil
    ) throws -> [String] {
        guard let shown = projections.lazy.compactMap({ $0.shownTable(named: table) }).first else {
            preconditionFailure("no projection under test shows \(table)")
        }
        return try rows(table, in: stream, at: position).map { row in
            let values = columns.map { row.value(of: $0, in: shown).map { "\($0)" } ?? "no column \($0)" }
            return "\(row.keyText): \(values.joined(separator: " | "))"
        }
    }
}

extension ColumnValue: CustomStringConvertible {
    /// The value as text: times in milliseconds since 1970, nothing for no value.
    public var description: String {
        switch self {
        case .text(let value): value
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .time(let value): "\(value.milliseconds)"
        case .none: ""
        }
    }
}

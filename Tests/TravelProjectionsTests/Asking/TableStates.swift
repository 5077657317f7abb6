import EventLog
import Foundation
import Projections
import TravelEvents
import TravelProjections

/// What every table looked like after every event, kept by the slow way: all rows are read after each append.
struct TableStates {
    let log: MemoryLog
    let projections: [AnyProjection]
    /// The rows of each table by its name, after each position; the first state is the empty one.
    private(set) var states: [[String: [RenderedRow]]] = [[:]]

    /// Appends events one by one to a log whose rows are kept with each append.
    init(_ events: [ProposedEvent], recentsLimit: Int = 3) throws {
        log = MemoryLog(clock: { 0 })
        projections = try TravelModel.projections(recentsLimit: recentsLimit)
        let stored = try StoredProjections(
            projections, catalogue: TravelModel.catalogue, store: log, unicodeVersion: "test")
        stored.attach()
        let renderer = RowRenderer(source: log, catalogue: TravelModel.catalogue)
        let me = try StreamName("me")
        for event in events {
            try log.append([event], to: me)
            var state: [String: [RenderedRow]] = [:]
            for projection in projections {
                let rows = try stored.rows(of: projection).rows
                for table in projection.shownTables {
                    state[table.name] = try renderer.rows(of: table, in: projection, stream: 1, from: rows)
                }
            }
            states.append(state)
        }
    }

    /// Every shown table with its projection.
    var tables: [(table: ShownTable, projection: AnyProjection)] {
        projections.flatMap { projection in projection.shownTables.map { ($0, projection) } }
    }

    /// The rows of a table after a position.
    func rows(_ table: ShownTable, at position: Int) -> [RenderedRow] {
        states[position][table.name] ?? []
    }

    /// The row with a key after a position.
    func row(_ table: ShownTable, _ key: String, at position: Int) -> RenderedRow? {
        rows(table, at: position).first { $0.keyText.utf8.elementsEqual(key.utf8) }
    }

    /// The only stream.
    var stream: StreamSummary {
        StreamSummary(name: log.streams()[0].name, number: 1, revision: log.head().position)
    }

    /// How many histories a property is tried on, and how many events each has: few with every run of the
    /// tests, more where the environment says so.
    static var histories: Range<UInt64> { 1..<UInt64(environment("TRAVELOG_ASK_HISTORIES") ?? 4) + 1 }
    static var eventCount: Int { environment("TRAVELOG_ASK_EVENTS") ?? 90 }

    private static func environment(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap(Int.init)
    }
}

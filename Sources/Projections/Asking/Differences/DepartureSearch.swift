import EventCoding
import EventLog

/// Looks for what took rows away that went without a removal being heard: an event before those that were heard, or
/// one that gave the row another key.
struct DepartureSearch {
    private struct Place: Hashable {
        let stream: UInt32
        let projection: Int
        let tableID: UInt8
        let key: RowKey

        /// The place of another row of this table and stream.
        func with(_ key: RowKey) -> Place {
            Place(stream: stream, projection: projection, tableID: tableID, key: key)
        }
    }

    private let after: HistoryMoment
    private let projections: [AnyProjection]
    private let catalogue: EventCatalogue
    private let causesAfter: UInt64
    private var places: Set<Place> = []

    init(
        after: HistoryMoment, projections: [AnyProjection], catalogue: EventCatalogue, causesAfter: UInt64
    ) {
        self.after = after
        self.projections = projections
        self.catalogue = catalogue
        self.causesAfter = causesAfter
    }

    /// How many kept rows are looked for.
    var count: Int { places.count }

    /// Adds a row that went from a compared table.
    mutating func add(_ row: RenderedRow, _ subject: StateDiff.Subject, stream: UInt32) {
        guard let index = projections.firstIndex(where: { $0.name == subject.projection.name }) else {
            return
        }
        places.insert(
            Place(stream: stream, projection: index, tableID: subject.table.base.id, key: row.keptKey))
    }

    /// What took these rows away; nil where nothing can have.
    ///
    /// - Parameters:
    ///   - new: The state without the rows.
    ///   - shared: The last event that was not heard.
    /// - Complexity: One replay, of no more events and projections than may tell.
    func departures(in new: ReplayResult, sharing shared: UInt64) throws -> RowDepartures? {
        let standing = standing(in: new)
        // A kept row that is gone was removed: where nobody heard that, before anybody listened.
        let isEarly = shared > causesAfter && standing.count < places.count
        guard isEarly || !standing.isEmpty else { return nil }
        let wanted = isEarly ? places : standing
        let indices = projections.indices.filter { index in wanted.contains { $0.projection == index } }
        let listener = DepartureListener(
            after: causesAfter,
            keys: indices.map { index in Self.keys(wanted.filter { $0.projection == index }) })
        _ = try Replay(indices.map { projections[$0] }, catalogue: catalogue).run(
            over: after.source, upTo: standing.isEmpty ? min(shared, new.position) : new.position,
            stream: after.stream, listener: listener)
        return listener.departures
    }

    /// The kept rows that are there, though what was shown of them is not, and were set by a later event.
    private func standing(in new: ReplayResult) -> Set<Place> {
        var standing: Set<Place> = []
        let tables = Set(places.map { $0.with(RowKey()) })
        for place in tables {
            guard let table = projections[place.projection].tables.first(where: { $0.id == place.tableID })
            else { continue }
            for row in new.folds[place.projection].rows.rows(stream: place.stream, table: table)
            where row.since > causesAfter {
                let found = place.with(row.key)
                if places.contains(found) { standing.insert(found) }
            }
        }
        return standing
    }

    private static func keys(_ places: Set<Place>) -> [UInt8: KeyHashes] {
        var keys: [UInt8: KeyHashes] = [:]
        for place in places { keys[place.tableID, default: KeyHashes()].insert(place.key) }
        return keys
    }
}

/// Hears what happened to rows with certain keys.
private final class DepartureListener: SelectiveListener {
    let departures: RowDepartures
    private let filters: [KeyFilter]

    init(after start: UInt64, keys: [[UInt8: KeyHashes]]) {
        departures = RowDepartures(after: start)
        filters = keys.map { KeyFilter($0, after: start) }
    }

    func filter(of projection: Int) -> (any EffectFilter)? { filters[projection] }

    func effect(_ effect: Effect, of projection: AnyProjection) {
        departures.effect(effect, of: projection)
    }
}

import EventLog

/// Tells what moved a row to its rank since its own last change.
///
/// Ranks are no effects; they follow from the order of the rows. So the rows that come before this one now are
/// compared with those that came before it then, and for each that crossed the event is found with which it
/// did so for the last time.
struct RankHistory {
    private let explainer: Explainer
    private let search: RowSearch
    private let stream: StreamSummary

    init(_ explainer: Explainer, _ search: RowSearch, stream: StreamSummary) {
        self.explainer = explainer
        self.search = search
        self.stream = stream
    }

    /// The moves of a row that is there, and the rank from which they led.
    func of(_ row: RenderedRow?) throws -> (moves: [Explanation.Move], atLastChange: Int?) {
        // Rows that are ordered by other tables move with those.
        guard let row, explainer.table.lookups.isEmpty, !explainer.table.isQuery,
            let changes = search.historian.neighbours(of: RowIdentity(row))
        else { return ([], nil) }
        let now = Dictionary(uniqueKeysWithValues: search.rows.map { ($0.keptKey, $0) })
        var crossing: [RowKey: Bool] = [:]
        for (key, before) in changes.before {
            let was = try before.map { try isAhead($0.values, key, of: row) } ?? false
            let isNow = now[key].map { isAhead($0, of: row) } ?? false
            if was != isNow { crossing[key] = isNow }
        }
        let effects = try changes.isTooLong ? effects(of: crossing, after: row.since) : changes.effects
        let last = try lastCrossings(effects, crossing, row)
        // From the last move back to the first: what came ahead raised the rank by one.
        var rank = row.rank
        var moves: [Explanation.Move] = []
        for effect in last.reversed() {
            let before = rank + (crossing[effect.key] == true ? -1 : 1)
            moves.append(
                Explanation.Move(
                    position: effect.position, neighbour: try name(of: effect), rankBefore: before,
                    rankAfter: rank, reason: effect.reason))
            rank = before
        }
        return (moves.reversed(), rank)
    }

    /// The effects with which rows crossed this one for the last time, by position.
    private func lastCrossings(
        _ effects: [Effect], _ crossing: [RowKey: Bool], _ row: RenderedRow
    ) throws -> [Effect] {
        var open = crossing
        var last: [Effect] = []
        for effect in effects.reversed() {
            guard let isAheadNow = open[effect.key] else { continue }
            let before = try effect.before.map { try isAhead($0, effect.key, of: row) } ?? false
            guard before != isAheadNow else { continue }
            open[effect.key] = nil
            last.append(effect)
        }
        return last.reversed()
    }

    private func isAhead(_ values: Row, _ key: RowKey, of row: RenderedRow) throws -> Bool {
        let kept = TableRow(key: key, values: values, since: 0)
        return try explainer.renderAlone(kept).first.map { isAhead($0, of: row) } ?? false
    }

    private func isAhead(_ other: RenderedRow, of row: RenderedRow) -> Bool {
        let table = explainer.table
        guard table.group(of: other).isSame(as: table.group(of: row)) else { return false }
        return other.stands(before: row)
    }

    private func name(of effect: Effect) throws -> String {
        guard let values = effect.after ?? effect.before else { return effect.key.description }
        let kept = TableRow(key: effect.key, values: values, since: effect.position)
        return try explainer.renderAlone(kept).first?.keyText ?? effect.key.description
    }

    /// The effects on some rows after a position, from another replay.
    private func effects(of keys: [RowKey: Bool], after position: UInt64) throws -> [Effect] {
        let listener = NeighbourListener(
            keys: keys, tableID: explainer.table.base.id, stream: stream.number, after: position)
        _ = try Replay([explainer.projection], catalogue: explainer.catalogue)
            .run(
                over: explainer.source, upTo: search.result.position, stream: stream.name,
                listener: listener)
        return listener.effects
    }
}

/// Keeps the effects on some rows after a position.
private final class NeighbourListener: SelectiveListener {
    private let keys: [RowKey: Bool]
    private let ears: KeyFilter
    private let tableID: UInt8
    private let stream: UInt32
    private let start: UInt64
    private(set) var effects: [Effect] = []

    init(keys: [RowKey: Bool], tableID: UInt8, stream: UInt32, after start: UInt64) {
        self.keys = keys
        self.tableID = tableID
        self.stream = stream
        self.start = start
        ears = KeyFilter([tableID: KeyHashes(keys.keys)], after: start)
    }

    func filter(of projection: Int) -> (any EffectFilter)? { ears }

    func effect(_ effect: Effect, of projection: AnyProjection) {
        guard effect.position > start, effect.tableID == tableID, effect.stream == stream,
            effect.operation != .ignore, keys[effect.key] != nil
        else { return }
        effects.append(effect)
    }
}

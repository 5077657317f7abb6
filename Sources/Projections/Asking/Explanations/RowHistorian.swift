import EventLog

/// Hears a replay and writes down the lives of the rows that a typed key may stand for.
final class RowHistorian: SelectiveListener {
    private let match: KeyMatch
    private let stream: UInt32
    /// Renders a kept row by itself.
    private let render: (TableRow) throws -> [RenderedRow]

    /// The lives of the rows that fit.
    private(set) var lives: [RowIdentity: RowLife] = [:]
    /// How the key of each of them fits.
    private(set) var fits: [RowIdentity: KeyMatch.Fit] = [:]
    /// What a thorough search came across: the first shown row of each kept key, while there is room.
    private(set) var seen: [RenderedRow] = []
    /// How many events were looked at.
    private(set) var searched = 0

    /// The one row that a kept row is shown as, where the table is no query; nil where it does not fit.
    private var identities: [RowKey: RowIdentity?] = [:]
    /// The rows that fit and were there, with how other rows of the table changed since.
    private var followed: [NeighbourChanges] = []
    /// Where a row stands among those.
    private var places: [RowIdentity: Int] = [:]
    private var undone: UndoneEvent
    private let ears: RowEars

    init(
        _ match: KeyMatch, stream: UInt32, render: @escaping (TableRow) throws -> [RenderedRow]
    ) {
        self.match = match
        self.stream = stream
        self.render = render
        undone = UndoneEvent(seenFrom: match.table.base)
        ears = RowEars(match)
    }

    /// How other rows of the table changed since a row that fits did last; nil where it never was there.
    func neighbours(of row: RowIdentity) -> NeighbourChanges? { places[row].map { followed[$0] } }

    func filter(of projection: Int) -> (any EffectFilter)? { ears }

    func effect(_ effect: Effect, of projection: AnyProjection) throws {
        guard effect.stream == stream else { return }
        undone.take(effect)
        guard effect.tableID == match.table.base.id else { return }
        guard !match.table.isQuery else { return try query(effect) }
        let identity = try identity(of: effect)
        if let identity { write(effect, identity) }
        guard effect.operation != .ignore else { return }
        let own = identity.flatMap { places[$0] }
        for index in followed.indices where index != own { followed[index].add(effect) }
    }

    func endOfBlock(_ block: borrowing EventBlock) {
        searched += block.count
        ears.hearsNeighbours = followed.contains(where: \.isPresent)
    }

    private func write(_ effect: Effect, _ identity: RowIdentity) {
        lives[identity, default: RowLife()].add(effect, undone: undone.position)
        guard effect.operation != .ignore, !match.table.isQuery else { return }
        let index = places[identity] ?? followed.count
        if index == followed.count {
            places[identity] = index
            followed.append(NeighbourChanges())
        }
        followed[index].begin(behind: effect)
    }

    // MARK: Tables

    /// The row that an effect is about, where it fits.
    private func identity(of effect: Effect) throws -> RowIdentity? {
        // Asked first, since it is answered without a hash: most keys end otherwise.
        guard match.mayBe(effect.key) else { return nil }
        if let known = identities[effect.key] { return known }
        // An event that changed nothing and found nothing names the key, but leaves nothing to render.
        guard let values = effect.after ?? effect.before else {
            let fit = match.fit(of: effect.key.texts)
            guard fit != .none else { return nil }
            let identity = RowIdentity(absent: effect.key)
            fits[identity] = fit
            return identity
        }
        let rows = try shown(effect.key, values, since: effect.position)
        let best = match.best(of: rows)
        let identity = best.map { RowIdentity($0.row) }
        identities.updateValue(identity, forKey: effect.key)
        if let identity, let best { fits[identity] = best.fit }
        return identity
    }

    // MARK: Queries

    /// Writes down an effect on a row that a query shows: any number of shown rows may come or go with it.
    private func query(_ effect: Effect) throws {
        guard match.mayBe(effect.key) else { return }
        let before = try effect.before.map { try shown(effect.key, $0, since: effect.position) } ?? []
        let after = try effect.after.map { try shown(effect.key, $0, since: effect.position) } ?? []
        for row in after + before.filter({ row in !after.contains { $0.key.isSame(as: row.key) } }) {
            let fit = match.fit(of: row.key)
            guard fit != .none else { continue }
            let identity = RowIdentity(row)
            fits[identity] = fit
            let (was, isNow) = (before.has(row.key), after.has(row.key))
            write(effect.asSeen(was ? effect.before : nil, isNow ? effect.after : nil), identity)
        }
    }

    private func shown(_ key: RowKey, _ values: Row, since: UInt64) throws -> [RenderedRow] {
        let rows = try render(TableRow(key: key, values: values, since: since))
        if match.isThorough, seen.count < Self.seenCapacity { seen += rows.prefix(1) }
        return rows
    }

    /// How many rows are kept to look for keys that are alike.
    private static let seenCapacity = 100_000
}

extension [RenderedRow] {
    fileprivate func has(_ key: [String]) -> Bool { contains { $0.key.isSame(as: key) } }
}

extension Effect {
    /// The same effect, on a row that was shown before it or not, and is after it or not.
    fileprivate func asSeen(_ before: Row?, _ after: Row?) -> Effect {
        guard operation != .ignore else { return self }
        return Effect(
            position: position, stream: stream, tableID: tableID,
            operation: before == nil ? .insert : after == nil ? .remove : .set, key: key, before: before,
            after: after, sinceBefore: before == nil ? nil : sinceBefore, reason: reason)
    }
}

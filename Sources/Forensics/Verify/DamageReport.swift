import EventCoding
import EventLog
import Platform
import Projections

/// Puts unreadable places into the words of whoever uses the log.
struct DamageReport {
    private let source: any EventSource
    private let pass: EventPass
    private let options: Verification.Options

    init(_ source: any EventSource, _ pass: EventPass, _ options: Verification.Options) {
        self.source = source
        self.pass = pass
        self.options = options
    }

    /// The damaged places, neighbours taken together, as many as are kept.
    func damages() throws -> [Verification.Damage] {
        var places: [(positions: ClosedRange<UInt64>, reason: String)] = []
        for damage in pass.damages {
            if let last = places.last, last.positions.upperBound + 1 == damage.positions.lowerBound {
                places[places.count - 1].positions = last.positions.lowerBound...damage.positions.upperBound
            } else {
                places.append(damage)
            }
        }
        return try places.prefix(options.maxExamples).map { try describe($0.positions, $0.reason) }
    }

    private func describe(
        _ range: ClosedRange<UInt64>, _ reason: String
    ) throws -> Verification.Damage {
        let previous = try neighbour(1..<range.lowerBound, .backward)
        let next =
            range.upperBound < pass.head
            ? try neighbour(range.upperBound + 1..<pass.head + 1, .forward) : nil
        let types = likelyTypes(range)
        var affected: [String] = []
        var unaffected: [Verification.Damage.Unaffected] = []
        for projection in options.projections {
            if !projection.types.contains(where: { types.contains($0) }) {
                unaffected.append(.init(projection: projection.name, reason: "takes no such events"))
            } else if case .latestSubjects(let count) = projection.window,
                try hasLaterSubjects(count, projection, after: range.upperBound)
            {
                unaffected.append(.init(projection: projection.name, reason: "\(count) later subjects"))
            } else {
                affected.append(projection.name)
            }
        }
        return Verification.Damage(
            positions: range, reason: reason, after: previous?.recorded, before: next?.recorded,
            previous: previous?.position, next: next?.position, types: types.map { "\($0)" },
            affected: affected, unaffected: unaffected)
    }

    /// The nearest event that can be read.
    private func neighbour(
        _ range: Range<UInt64>, _ direction: ReadPlan.Direction
    ) throws -> (position: UInt64, recorded: Int64)? {
        guard let last = range.last else { return nil }
        var found: (position: UInt64, recorded: Int64)?
        let plan = ReadPlan(range: range.lowerBound...last, direction: direction)
        try source.forEachBlock(plan) { (block: borrowing EventBlock) in
            for index in 0..<block.count where found == nil {
                switch block.entry(at: index) {
                case .event(let event): found = (event.position, event.recorded)
                case .withheld(let event): found = (event.position, event.recorded)
                case .missing, .unreadable: continue
                }
            }
            return found == nil ? .proceed : .stop
        }
        return found
    }

    /// The types whose names still stand in the damaged bytes; all that occur in the log where none does.
    private func likelyTypes(_ range: ClosedRange<UInt64>) -> [EventType] {
        let occurring = options.catalogue.types.filter { pass.typeNames.contains(Array($0.name.utf8)) }
        let all = occurring.isEmpty ? options.catalogue.types : occurring
        guard range.count == 1, let bytes = try? source.storedBytes(at: range.lowerBound) else { return all }
        let named = options.catalogue.types.filter { bytes.holds($0.name.utf8) }
        return named.isEmpty ? all : named
    }

    /// Whether later events name so many different subjects in every stream that earlier ones do not count.
    private func hasLaterSubjects(
        _ count: Int, _ projection: AnyProjection, after position: UInt64
    ) throws -> Bool {
        guard position < pass.head else { return false }
        var subjects: [UInt32: Set<[UInt8]>] = [:]
        let plan = ReadPlan(range: position + 1...pass.head, types: projection.types)
        try source.forEachBlock(plan) { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                guard let event = block.event(at: index) else { continue }
                let isFull = subjects[event.streamNumber].map { $0.count >= count } ?? false
                if !isFull {
                    subjects[event.streamNumber, default: []].insert(Array(event.subjectText.utf8))
                }
            }
            return .proceed
        }
        return !pass.streams.known.isEmpty
            && pass.streams.known.allSatisfy { (subjects[$0.number]?.count ?? 0) >= count }
    }
}

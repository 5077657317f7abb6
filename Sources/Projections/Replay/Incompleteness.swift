public import EventLog

/// Something other than an event that a replay met: its rows know less than the whole history.
public enum Incompleteness: Hashable, Sendable {
    /// An event whose content was erased.
    case withheld(UInt64)
    /// Positions that hold nothing.
    case missing(ClosedRange<UInt64>, MissingReason)
    /// A position whose bytes cannot be believed.
    case unreadable(UInt64, RecordFault)

    /// The first position concerned.
    public var position: UInt64 {
        switch self {
        case .withheld(let position), .unreadable(let position, _): position
        case .missing(let range, _): range.lowerBound
        }
    }

    /// The last position concerned.
    var lastPosition: UInt64 {
        switch self {
        case .withheld(let position), .unreadable(let position, _): position
        case .missing(let range, _): range.upperBound
        }
    }
}

extension Incompleteness: CustomStringConvertible {
    /// The positions and what is the matter with them.
    public var description: String {
        switch self {
        case .withheld(let position): "event \(position) is withheld"
        case .missing(let range, let reason):
            range.count == 1
                ? "event \(range.lowerBound) is missing (\(reason.rawValue))"
                : "events \(range.lowerBound) to \(range.upperBound) are missing (\(reason.rawValue))"
        case .unreadable(let position, let fault): "event \(position) is unreadable: \(fault)"
        }
    }
}

extension EventBlock {
    /// What stands in place of events, in order.
    var incompletenesses: [Incompleteness] {
        isComplete ? [] : (0..<count).compactMap { incompleteness(at: $0) }
    }

    /// What stands at `index`, where it is no event.
    func incompleteness(at index: Int) -> Incompleteness? {
        switch entry(at: index) {
        case .event: nil
        case .withheld(let event): .withheld(event.position)
        case .missing(let range, let reason): .missing(range, reason)
        case .unreadable(let position, let why): .unreadable(position, why)
        }
    }
}

public import EventLog

/// What was got out of a damaged log, and what was not.
public struct SalvageReport: Sendable {
    /// Where a record was found, the most trustworthy place first.
    public enum Provenance: Int, Hashable, Sendable, CaseIterable {
        /// In the state after the last commit.
        case newestSnapshot
        /// In the state before the last commit.
        case olderSnapshot
        /// On a page of the file that is whole, which no tree leads to any more.
        case page
        /// By its first bytes, somewhere in the file.
        case scan

        /// The name in machine-readable output.
        public var name: String {
            switch self {
            case .newestSnapshot: "newest"
            case .olderSnapshot: "older"
            case .page: "page"
            case .scan: "scan"
            }
        }
    }

    /// Positions that could not be recovered, and the events at both edges.
    public struct Lost: Hashable, Sendable {
        /// The positions.
        public let positions: ClosedRange<UInt64>
        /// The last event before them that was recovered, and when it was recorded; nil where there is none.
        public let before: Edge?
        /// The first event behind them that was recovered, and when it was recorded; nil where there is none.
        public internal(set) var after: Edge?
    }

    /// An event beside lost ones.
    public struct Edge: Hashable, Sendable {
        /// Its position.
        public let position: UInt64
        /// When it was recorded, in milliseconds since 1970.
        public let recorded: Int64
    }

    /// The pages of the file; 0 where its page size is not known.
    public internal(set) var pages: UInt64 = 0
    /// Findings of the container's check that concern events.
    public internal(set) var damagedPages = 0
    /// The number of events recovered, whole or erased.
    public internal(set) var recovered: UInt64 = 0
    /// The last position of the log; where the end is not known, the last one recovered.
    public internal(set) var end: UInt64 = 0
    /// Whether the log's own head says where it ends.
    public internal(set) var endIsKnown = false
    /// What was lost, by position.
    public internal(set) var lost: [Lost] = []
    /// Positions of which several sound copies with different content were found; none was chosen.
    public internal(set) var forks: [UInt64] = []
    /// Positions whose record is sound and contradicts the ones before it.
    public internal(set) var refused: [UInt64] = []
    /// Gaps that the damaged log had declared itself.
    public internal(set) var declaredBefore = 0
    /// Whether line endings had been changed, as by a transfer as text, and were changed back.
    public internal(set) var endingsRepaired = false
    /// The number of recovered events by where they were found, in the order of `Provenance`.
    public internal(set) var counts = [UInt64](repeating: 0, count: Provenance.allCases.count)
    /// The root of the recovered log, gaps included.
    public internal(set) var head: LogHead?

    /// The number of positions lost.
    public var lostCount: UInt64 { lost.reduce(0) { $0 + UInt64($1.positions.count) } }
    /// The number of events found at a place.
    public func count(_ provenance: Provenance) -> UInt64 { counts[provenance.rawValue] }
}

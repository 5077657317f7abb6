/// What the check of the container found.
public struct ContainerReport: Sendable {
    /// What was found, the newest snapshot's first; no more than were asked for.
    public internal(set) var findings: [Finding] = []
    /// The number of all findings, those included that were not kept.
    public internal(set) var findingCount = 0
    /// The snapshots that a meta page tells of, newest first.
    public internal(set) var snapshots: [Snapshot] = []
    /// The pages of the file, whole ones.
    public internal(set) var pagesInFile: UInt64 = 0

    /// A state of the file: that after the last commit, or that before it.
    public struct Snapshot: Sendable {
        /// The number of the commit that made it.
        public let transaction: UInt64
        /// The meta page that tells of it, 0 or 1.
        public let slot: Int
        /// The tables, by name.
        public internal(set) var tables: [Table] = []
        /// Pages that its trees consist of, both meta pages included.
        public internal(set) var pagesReachable: UInt64 = 0
        /// Pages that its list of free pages holds.
        public internal(set) var pagesFree: UInt64 = 0
        /// The number of findings about it.
        public internal(set) var findingCount = 0
        /// Whether nothing was found that is worse than a warning.
        public internal(set) var isWhole = true
    }

    /// One table of a snapshot.
    public struct Table: Sendable {
        /// The table's name.
        public let name: String
        /// Entries that were found.
        public let entries: UInt64
        /// Whether all of its pages could be read.
        public let isWhole: Bool
    }

    /// The newest snapshot; nil where no meta page can be used.
    public var newest: Snapshot? { snapshots.first }
    /// Pages that the newest snapshot consists of.
    public var pagesReachable: UInt64 { newest?.pagesReachable ?? 0 }
    /// The weightiest finding; nil where nothing was found.
    public var severity: Finding.Severity? { findings.map(\.severity).max() }
    /// Whether every page of the newest snapshot that holds events or what proves them is sound.
    public var isWhole: Bool { newest?.isWhole == true }
}

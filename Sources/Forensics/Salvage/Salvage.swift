internal import Digest
public import EventLog
internal import Platform

/// Gets what can be read out of a damaged log: every record whose checksum holds, each at its position.
///
/// Asks the newest snapshot first, then the older one; what is still missing is looked for everywhere in the
/// file by its first bytes, so that neither roots nor page boundaries need to be right.
public struct Salvage: Sendable {
    /// What was recovered, and what was not.
    public private(set) var report = SalvageReport()
    private let restoration: LogRestoration?

    /// Looks through a file.
    ///
    /// - Parameters:
    ///   - file: The damaged file; it is only read.
    ///   - now: The time that the new log names as its creation, in milliseconds since 1970.
    /// - Complexity: O(bytes) time, and memory for every record that is recovered.
    public init(of file: PageFile, now: Int64) {
        var search = SalvageSearch(file)
        search.run()
        if search.pile.count == 0, let repaired = LineEndings.repaired(file) {
            search = SalvageSearch(repaired)
            search.run()
            search.report.endingsRepaired = true
        } else if search.isIncomplete, let repaired = LineEndings.repaired(file) {
            var other = SalvageSearch(repaired)
            other.run()
            if other.pile.count > search.pile.count {
                search = other
                search.report.endingsRepaired = true
            }
        }
        var assembly = SalvageAssembly(search, now: now)
        assembly.run()
        report = assembly.report
        restoration = assembly.report.recovered > 0 ? assembly.restoration : nil
    }

    /// Whether anything was recovered at all.
    public var isEmpty: Bool { restoration == nil }

    /// Writes what was recovered as a new log, with every lost position declared; never over anything.
    ///
    /// Records stand as they were, indexes are made anew; stored rows are not taken along and are rebuilt by
    /// whoever opens the log for writing.
    ///
    /// - Precondition: Something was recovered.
    /// - Throws: `LogError`: `exists`, `missing` when the folder is not there, `permission`, `storageFull`.
    public func write(to path: String) throws(LogError) {
        guard let restoration else { preconditionFailure("nothing was recovered that could be written") }
        try EventLog.restore(restoration, at: path)
    }
}

extension Salvage {
    /// What was recovered, as a log in memory; nil where nothing was.
    package var recovered: MemoryLog? { restoration.map { MemoryLog(restoring: $0) } }
}

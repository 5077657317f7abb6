import EventLog

/// The logs that the contract holds for; a new one is a new case.
enum Implementation: String, CaseIterable, CustomStringConvertible {
    case memory
    case lmdb
    /// An NDJSON export, which can only be read.
    case export
    /// The pages of an LMDB file, which can only be read.
    case pages

    /// Those that take events themselves.
    static let appending: [Implementation] = [.memory, .lmdb]

    var description: String { rawValue }

    /// An empty log.
    func make(clock: TestClock = TestClock(step: 1)) throws -> Subject {
        switch self {
        case .memory:
            let log = MemoryLog(clock: clock.reading)
            return Subject(log) { log }
        case .export:
            let log = ExportBackedLog(clock: clock.reading)
            return Subject(log) { log }
        case .pages:
            let scratch = try Scratch()
            let path = scratch.path()
            let log = PageBackedLog(try EventLog.create(at: path, clock: clock.reading), scratch)
            return Subject(log) { log }
        case .lmdb:
            let scratch = try Scratch()
            let path = scratch.path()
            let log = try EventLog.create(at: path, clock: clock.reading)
            return Subject(log) { [scratch] in
                // The scratch folder lives as long as somebody may open the log again.
                _ = scratch
                return try EventLog.open(at: path, clock: clock.reading)
            }
        }
    }
}

/// A log under test.
final class Subject {
    private(set) var log: any EventAppender & SideStore
    private let open: () throws -> any EventAppender & SideStore

    init(
        _ log: any EventAppender & SideStore,
        opening open: @escaping () throws -> any EventAppender & SideStore
    ) {
        self.log = log
        self.open = open
    }

    deinit { (log as? EventLog)?.close() }

    /// Closes and opens the log, where it can be closed.
    func reopen() throws {
        (log as? EventLog)?.close()
        log = try open()
    }
}

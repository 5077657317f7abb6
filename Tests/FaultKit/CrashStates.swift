import EventCoding
import EventLog
import Foundation

/// Rebuilds what a disk may hold after the power went, at every moment of a traced run, and opens each state.
///
/// A state is good when the log opens, is whole, and holds what was acknowledged before that moment. Before the
/// creation of the log was acknowledged it may be missing, or refused with an error.
public struct CrashStates {
    /// What was seen of a range of states.
    public struct Outcome: Sendable {
        /// States that were opened and found good.
        public var good = 0
        /// States in which the log was not there yet, as may be.
        public var absent = 0
        /// States that were refused with an error, as may be.
        public var refused = 0
        /// The first broken promises, one sentence each.
        public var faults: [String] = []
        /// How many there are.
        public var faultCount = 0

        /// All states.
        public var count: Int { good + absent + refused + faultCount }
    }

    private let trace: Trace
    private let path: String
    private let seed: UInt64
    private let scratch: String
    private let isLying: Bool
    private let announce: (Int) -> Void
    private var disk = Disk()
    private var outcome = Outcome()
    private var acknowledged: UInt64 = 0
    private var isAcknowledged = false

    /// States of a run that is in `trace`, whose log has the name `path`.
    ///
    /// - Parameters:
    ///   - initial: The log before the run and its inode; nil where the run made it.
    ///   - scratch: A path at which states can be put.
    ///   - isLying: Whether the disk tells of syncs that it does not make.
    ///   - announce: Called with the number of each state before it is opened.
    public init(
        _ trace: Trace, path: String, initial: (bytes: [UInt8], inode: UInt64)?, seed: UInt64,
        scratch: String, isLying: Bool = false, announce: @escaping (Int) -> Void
    ) throws {
        self.trace = trace
        self.path = path
        self.seed = seed
        self.scratch = scratch
        self.isLying = isLying
        self.announce = announce
        if let initial {
            disk.install(initial.bytes, at: path, inode: initial.inode)
            isAcknowledged = true
            try Data(initial.bytes).write(to: URL(filePath: scratch))
            let log = try EventLog.open(at: scratch, access: .readUnlocked)
            acknowledged = try log.head().position
            log.close()
        }
    }

    /// Opens so many states at each moment, but those whose number is below `first`.
    public mutating func run(perMoment: Int, from first: Int) -> Outcome {
        var moment = 0
        func isDue() -> Bool { (moment + 1) * perMoment > first }
        for entry in trace.entries {
            if case .synced = entry, isLying { continue }
            disk.apply(entry)
            if case .said(let text) = entry { hear(text) }
            if isDue() { open(moment, perMoment, from: first) }
            moment += 1
            guard case .wrote(let inode, _, _, true) = entry else { continue }
            disk.settle(inode)
            if isDue() { open(moment, perMoment, from: first) }
            moment += 1
        }
        return outcome
    }

    /// What the program told its user it may be held to.
    private mutating func hear(_ text: String) {
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "created" { isAcknowledged = true }
            if words.first == "head", words.count == 2, let head = UInt64(words[1]) { acknowledged = head }
        }
    }

    private mutating func open(_ moment: Int, _ perMoment: Int, from first: Int) {
        for index in 0..<perMoment where moment * perMoment + index >= first {
            let number = moment * perMoment + index
            announce(number)
            var random = Numbers(seed: seed &+ UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
            check(disk.crashed(path, using: &random), number: number)
        }
    }

    private mutating func check(_ bytes: [UInt8]?, number: Int) {
        let mustOpen = isAcknowledged || acknowledged > 0
        guard let bytes else {
            if mustOpen { fault(number, "the log is gone") } else { outcome.absent += 1 }
            return
        }
        do {
            for name in [scratch, scratch + "-lock"] { try? FileManager.default.removeItem(atPath: name) }
            try Data(bytes).write(to: URL(filePath: scratch))
            try check(number: number)
            outcome.good += 1
        } catch let error as LogError where !mustOpen {
            _ = error
            outcome.refused += 1
        } catch {
            fault(number, "\(error)")
        }
    }

    private func check(number: Int) throws {
        let log = try EventLog.open(at: scratch, access: .readUnlocked)
        defer { log.close() }
        let head = try LogCheck.whole(log)
        guard head.position >= acknowledged else {
            throw LogCheck.Fault(
                description: "\(head.position) events, but \(acknowledged) were acknowledged")
        }
        if number.isMultiple(of: 4) { try LogCheck.rows(log) }
        if number.isMultiple(of: 16) {
            log.close()
            try appendOne(after: head.position)
        }
    }

    private func appendOne(after position: UInt64) throws {
        let log = try EventLog.open(at: scratch)
        defer { log.close() }
        let event = ProposedEvent(type: "vacation.created", payload: try Writing.vacation("after"))
        let receipt = try log.append([event], to: StreamName("after"))
        guard receipt.head == position + 1 else {
            throw LogCheck.Fault(description: "the next event is \(receipt.head) after \(position)")
        }
        try LogCheck.whole(log)
    }

    private mutating func fault(_ number: Int, _ text: String) {
        outcome.faultCount += 1
        if outcome.faults.count < 5 { outcome.faults.append("state \(number): \(text)") }
    }
}

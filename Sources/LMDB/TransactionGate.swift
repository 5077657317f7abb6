#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Counts the transactions of one environment and says who may go on.
///
/// LMDB leaves three things to its caller: a map may be resized or closed only while no transaction of the
/// process lives, two write transactions of a thread deadlock, and two transactions must not open tables at
/// the same time. The gate keeps all three.
///
/// A thread that already has a live transaction always passes, so that a waiting resize cannot lock it out
/// of a nested read and then wait for it for ever.
///
/// It is built on a POSIX mutex and condition because the standard library has no condition variable.
@safe final class TransactionGate: @unchecked Sendable {
    // Sendable: `state` is read and written only while `mutex` is held.

    private enum Status {
        case open, closing, closed
        case unusable(String)
    }

    private struct ThreadUse {
        let thread: ThreadNumber
        var count: Int
    }

    private struct State {
        var status = Status.open
        var liveTransactions: [ThreadUse] = []
        var waitingForExclusiveUse = 0
        var isExclusive = false
        var writer: ThreadNumber?
        var tableOpener: (thread: ThreadNumber, transaction: UInt)?

        func count(of thread: ThreadNumber) -> Int {
            liveTransactions.first { $0.thread == thread }?.count ?? 0
        }
    }

    private let path: String
    private let process = getpid()
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state = State()

    init(path: String) {
        self.path = path
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        let results = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(condition, nil))
        precondition(results == (0, 0), "The operating system cannot make a mutex.")
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Whether this process is the one that made the gate.
    var isInOwnProcess: Bool { getpid() == process }

    // MARK: Transactions

    /// Counts one more live transaction of the calling thread; waits while the map is being resized.
    func enter(for operation: String) throws(LMDBError) {
        try checkProcess(operation)
        lock()
        defer { unlock() }
        let thread = currentThread()
        while true {
            try checkStatus(operation)
            let mustYield = state.waitingForExclusiveUse > 0 && state.count(of: thread) == 0
            if !state.isExclusive && !mustYield { break }
            wait()
        }
        if let index = state.liveTransactions.firstIndex(where: { $0.thread == thread }) {
            state.liveTransactions[index].count += 1
        } else {
            state.liveTransactions.append(ThreadUse(thread: thread, count: 1))
        }
    }

    /// Counts one live transaction less; `transaction` gives up the right to open tables if it had it.
    func leave(transaction: UInt = 0) {
        lock()
        defer { unlock() }
        let thread = currentThread()
        guard let index = state.liveTransactions.firstIndex(where: { $0.thread == thread }) else {
            preconditionFailure("A transaction ended on another thread than the one it began on.")
        }
        state.liveTransactions[index].count -= 1
        if state.liveTransactions[index].count == 0 { state.liveTransactions.remove(at: index) }
        if let opener = state.tableOpener, opener.transaction == transaction { state.tableOpener = nil }
        wakeAll()
    }

    // MARK: Seats

    /// Waits until the calling thread is this process's only writer.
    func takeWriterSeat(for operation: String) throws(LMDBError) {
        try checkProcess(operation)
        lock()
        defer { unlock() }
        let thread = currentThread()
        if state.writer == thread {
            throw busy(operation, "this thread is inside a write transaction already")
        }
        if state.count(of: thread) > 0 {
            throw busy(operation, "this thread is inside a read transaction; end that one first")
        }
        while true {
            try checkStatus(operation)
            if state.writer == nil { break }
            wait()
        }
        state.writer = thread
    }

    /// Lets the next writer of this process go on.
    func leaveWriterSeat() {
        lock()
        defer { unlock() }
        state.writer = nil
        wakeAll()
    }

    /// Refuses when the calling thread is the writer: LMDB's writer lock would wait for itself.
    func refuseInsideWrite(for operation: String) throws(LMDBError) {
        try checkProcess(operation)
        lock()
        defer { unlock() }
        if state.writer == currentThread() {
            throw busy(operation, "this thread is inside a write transaction")
        }
    }

    /// Whether the calling thread is inside a transaction.
    var isUsedByCallingThread: Bool {
        lock()
        defer { unlock() }
        let thread = currentThread()
        return state.writer == thread || state.count(of: thread) > 0
    }

    /// Waits until no other transaction of this process is opening tables.
    func takeTableSeat(transaction: UInt, for operation: String) throws(LMDBError) {
        lock()
        defer { unlock() }
        let thread = currentThread()
        while let opener = state.tableOpener {
            if opener.transaction == transaction { return }
            if opener.thread == thread {
                throw busy(operation, "an outer transaction of this thread has opened a table")
            }
            wait()
        }
        state.tableOpener = (thread, transaction)
    }

    // MARK: Exclusive use

    /// Runs `body` while no transaction of this process lives.
    ///
    /// - Throws: `.busy` when the calling thread itself has one, since it would wait for itself.
    func exclusively(for operation: String, _ body: () throws(LMDBError) -> Void) throws(LMDBError) {
        try checkProcess(operation)
        try beginExclusiveUse(operation)
        defer { endExclusiveUse() }
        try body()
    }

    private func beginExclusiveUse(_ operation: String) throws(LMDBError) {
        lock()
        defer { unlock() }
        if state.count(of: currentThread()) > 0 {
            throw busy(operation, "this thread is inside a transaction; end that one first")
        }
        state.waitingForExclusiveUse += 1
        defer {
            state.waitingForExclusiveUse -= 1
            wakeAll()
        }
        while true {
            try checkStatus(operation)
            if !state.isExclusive && state.liveTransactions.isEmpty { break }
            wait()
        }
        state.isExclusive = true
    }

    private func endExclusiveUse() {
        lock()
        defer { unlock() }
        state.isExclusive = false
        wakeAll()
    }

    // MARK: End of life

    /// Declares the environment beyond use for the reason given; later calls throw `.reopenRequired`.
    func markUnusable(_ reason: String) {
        lock()
        defer { unlock() }
        if case .open = state.status { state.status = .unusable(reason) }
        wakeAll()
    }

    /// Waits until nothing lives, then runs `body` once; later calls wait for it and return.
    func close(_ body: () -> Void) {
        guard isInOwnProcess else { return }
        lock()
        defer { unlock() }
        precondition(
            state.count(of: currentThread()) == 0,
            "An environment cannot be closed inside one of its own transactions.")
        switch state.status {
        case .closing, .closed:
            while true {
                if case .closed = state.status { return }
                wait()
            }
        case .open, .unusable:
            state.status = .closing
            wakeAll()
        }
        while state.isExclusive || state.writer != nil || !state.liveTransactions.isEmpty { wait() }
        body()
        state.status = .closed
        wakeAll()
    }

    // MARK: Parts

    private func checkProcess(_ operation: String) throws(LMDBError) {
        if isInOwnProcess { return }
        throw LMDBError(
            code: .usedAfterFork, operation: operation, path: path,
            message: "the environment was opened by process \(process) and does not survive a fork")
    }

    private func checkStatus(_ operation: String) throws(LMDBError) {
        switch state.status {
        case .open: return
        case .closing, .closed:
            throw LMDBError(
                code: .closed, operation: operation, path: path, message: "the environment is closed")
        case .unusable(let reason):
            throw LMDBError(
                code: .reopenRequired, operation: operation, path: path,
                message: "\(reason); close the environment and open it again")
        }
    }

    private func busy(_ operation: String, _ message: String) -> LMDBError {
        LMDBError(code: .busy, operation: operation, path: path, message: message)
    }

    private func lock() { unsafe pthread_mutex_lock(mutex) }
    private func unlock() { unsafe pthread_mutex_unlock(mutex) }
    private func wait() { unsafe pthread_cond_wait(condition, mutex) }
    private func wakeAll() { unsafe pthread_cond_broadcast(condition) }
}

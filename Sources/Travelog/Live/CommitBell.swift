import Synchronization

/// Wakes tasks that wait for something to be recorded in this process.
///
/// A ring between looking and waiting is not missed: who waits says up to which ring it has looked.
final class CommitBell: Sendable {
    private struct State {
        var rings: UInt64 = 0
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
        /// The waits under way, each with whether it is over: it may be before its continuation is there.
        var isOver: [UInt64: Bool] = [:]
    }

    private let state = Mutex(State())

    /// How often it has rung.
    var rings: UInt64 { state.withLock { $0.rings } }

    /// Wakes everybody who waits.
    func ring() {
        let waiters = state.withLock { state in
            state.rings += 1
            defer { state.waiters.removeAll() }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits for a ring after the one of number `rings`, for `limit` at most, or until the task is cancelled.
    func wait(after rings: UInt64, atMost limit: Duration) async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            state.isOver[state.nextWaiter] = false
            return state.nextWaiter
        }
        let timer = Task {
            try? await Task.sleep(for: limit)
            self.end(number)
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let isOver = state.withLock { state in
                    if state.rings != rings || state.isOver[number] == true { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            end(number)
        }
        timer.cancel()
        state.withLock { _ = $0.isOver.removeValue(forKey: number) }
    }

    /// Ends one wait, also one whose continuation is not there yet; one that is past stays past.
    private func end(_ number: UInt64) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.isOver[number] != nil { state.isOver[number] = true }
            return state.waiters.removeValue(forKey: number)
        }
        waiter?.resume()
    }
}

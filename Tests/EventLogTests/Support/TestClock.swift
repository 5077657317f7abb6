import Synchronization

/// A clock that shows what the test says, and moves on by itself where it is told to.
final class TestClock: Sendable {
    private let state: Mutex<(now: Int64, step: Int64)>

    init(_ now: Int64 = 1_700_000_000_000, step: Int64 = 0) { state = Mutex((now, step)) }

    func set(_ now: Int64) { state.withLock { $0.now = now } }

    /// What a log calls.
    var reading: @Sendable () -> Int64 {
        {
            self.state.withLock { state in
                defer { state.now += state.step }
                return state.now
            }
        }
    }
}

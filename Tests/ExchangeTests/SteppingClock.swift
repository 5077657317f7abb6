import Synchronization
import TestSupport

/// A clock that moves by random steps, sometimes back.
final class SteppingClock: Sendable {
    private let state: Mutex<(now: Int64, random: SplitMix64)>

    init(seed: UInt64) { state = Mutex((1_772_446_447_120, SplitMix64(seed: seed))) }

    var reading: @Sendable () -> Int64 {
        {
            self.state.withLock { state in
                state.now += Int64.random(in: -50...200, using: &state.random)
                return state.now
            }
        }
    }
}

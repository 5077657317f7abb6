import Foundation
import Platform
import Testing

@Suite struct ClockAndRandomnessTests {
    @Test func nowIsTheSystemsTime() {
        let mine = SystemClock.now()
        let theirs = Int64(Date().timeIntervalSince1970 * 1000)
        #expect(abs(mine - theirs) < 5000)
    }

    @Test func monotonicClockRunsForward() {
        let start = SystemClock.monotonicNanoseconds()
        SystemClock.sleep(milliseconds: 5)
        #expect(SystemClock.monotonicNanoseconds() - start >= 5_000_000)
    }

    @Test func localOffsetFollowsTheVariableTZ() async {
        await #expect(processExitsWith: .success) {
            SignalScenarios.setVariable("TZ", "XXX-5:45")
            let offset = SystemClock.localOffsetMinutes(at: 1_700_000_000_000)
            exit(offset == 345 && SystemClock.localOffsetMinutes(at: -1) == 345 ? 0 : 1)
        }
    }

    @Test func randomBytesHaveTheLengthAskedForAndDiffer() {
        for count in [0, 1, 7, 8, 9, 33] { #expect(Randomness.bytes(count).count == count) }
        #expect(Randomness.bytes(16) != Randomness.bytes(16))
        #expect(Randomness.uint64() != Randomness.uint64())
    }
}

import Testing

@testable import Travelog

@Suite struct CommitBellTests {
    static let long = Duration.seconds(60)

    @Test("A ring between looking and waiting is not missed")
    func missedRing() async {
        let bell = CommitBell()
        let rings = bell.rings
        bell.ring()
        await bell.wait(after: rings, atMost: Self.long)
        #expect(bell.rings == rings + 1)
    }

    @Test("A ring wakes everybody who waits")
    func everybody() async {
        let bell = CommitBell()
        let rings = bell.rings
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { await bell.wait(after: rings, atMost: Self.long) } }
            try? await Task.sleep(for: .milliseconds(10))
            bell.ring()
        }
        #expect(bell.rings == rings + 1)
    }

    @Test("A wait ends after its time, and when its task is cancelled")
    func ends() async {
        let bell = CommitBell()
        await bell.wait(after: bell.rings, atMost: .milliseconds(1))
        let task = Task { await bell.wait(after: bell.rings, atMost: Self.long) }
        task.cancel()
        await task.value
        #expect(bell.rings == 0)
    }
}

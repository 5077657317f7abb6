import Platform
import Synchronization
import Testing

/// A value that is made when it is asked for.
struct LazyTests {
    @Test func `Nothing is made before it is asked for, and then only once`() {
        let calls = Mutex(0)
        let lazy = Lazy {
            calls.withLock { count in
                count += 1
                return count
            }
        }
        #expect(calls.withLock { $0 } == 0)
        #expect(lazy.value == 1)
        #expect(lazy.value == 1)
        #expect(calls.withLock { $0 } == 1)
    }
}

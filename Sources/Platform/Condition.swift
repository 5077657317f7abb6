#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A lock with a queue of waiting threads.
///
/// For a thread of our own that waits for work; tasks of Swift's concurrency must not wait here. Waits
/// can end early for no reason, so a caller tests its own state again in a loop (see `Monitor`).
@safe
public final class Condition: @unchecked Sendable {
    // Sendable although it holds pointers: both objects are made for use by many threads, are allocated
    // once, never move, and are freed when nobody holds the last reference.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    /// A free lock.
    public init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe Self.require(pthread_mutex_init(mutex, nil))
        var attributes = pthread_condattr_t()
        unsafe Self.require(pthread_condattr_init(&attributes))
        #if !canImport(Darwin)
        // Waits are measured on the clock that never jumps.
        unsafe Self.require(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC))
        #endif
        unsafe Self.require(pthread_cond_init(condition, &attributes))
        unsafe Self.require(pthread_condattr_destroy(&attributes))
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `body` while holding the lock; not to be nested.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe Self.require(pthread_mutex_lock(mutex))
        defer { unsafe Self.require(pthread_mutex_unlock(mutex)) }
        return try body()
    }

    /// Gives the lock up until somebody signals; only inside `withLock`.
    public func wait() {
        unsafe Self.require(pthread_cond_wait(condition, mutex))
    }

    /// Gives the lock up until somebody signals or the deadline has passed; only inside `withLock`.
    ///
    /// - Parameter deadline: A moment of `SystemClock.monotonicNanoseconds()`.
    /// - Returns: False when the deadline has passed.
    public func wait(until deadline: Int64) -> Bool {
        #if canImport(Darwin)
        var time = Self.time(max(0, deadline - SystemClock.monotonicNanoseconds()))
        let result = unsafe pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
        var time = Self.time(max(0, deadline))
        let result = unsafe pthread_cond_timedwait(condition, mutex, &time)
        #endif
        if result == ETIMEDOUT { return false }
        Self.require(result)
        return true
    }

    private static func time(_ nanoseconds: Int64) -> timespec {
        timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    /// Wakes one waiting thread.
    public func signal() { unsafe Self.require(pthread_cond_signal(condition)) }

    /// Wakes all waiting threads.
    public func broadcast() { unsafe Self.require(pthread_cond_broadcast(condition)) }

    private static func require(_ result: Int32) {
        precondition(result == 0, "a lock was misused or the system is out of locks (error \(result))")
    }
}

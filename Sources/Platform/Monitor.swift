/// A value under a lock that threads can wait for.
///
/// - Note: `State` is only ever touched while the lock is held.
public final class Monitor<State: Sendable>: @unchecked Sendable {
    // Sendable although `state` is a variable: only code inside the lock reads or writes it.
    private let condition = Condition()
    private var state: State

    /// A monitor around `state`.
    public init(_ state: State) { self.state = state }

    /// Runs `body` alone; waiting threads look at the state again afterwards.
    public func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withLock(wakingIf: { _ in true }, body)
    }

    /// Runs `body` alone; waiting threads look at the state again only where it `concerns` one of them.
    ///
    /// Waking everybody costs a switch of threads for each, which is worth avoiding where many wait.
    public func withLock<Result, Failure: Error>(
        wakingIf concerns: (State) -> Bool, _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Threads are woken when the lock is free again: else the first thing they did would be to wait for it.
        var isOfConcern = false
        defer { if isOfConcern { condition.broadcast() } }
        return try condition.withLock { () throws(Failure) -> Result in
            defer { isOfConcern = concerns(state) }
            return try body(&state)
        }
    }

    /// Waits until `isReady` holds, then runs `body` alone.
    public func wait<Result, Failure: Error>(
        until isReady: (State) -> Bool, then body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { condition.broadcast() }
        return try waitQuietly(until: isReady, then: body)
    }

    /// Waits until `isReady` holds, then runs `body` alone, whose change concerns nobody who waits.
    public func waitQuietly<Result, Failure: Error>(
        until isReady: (State) -> Bool, then body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try condition.withLock { () throws(Failure) -> Result in
            while !isReady(state) { condition.wait() }
            return try body(&state)
        }
    }

    /// Waits until `isReady` holds or the deadline has passed, then runs `body` alone, whose change concerns nobody
    /// who waits.
    ///
    /// - Parameters:
    ///   - deadline: A moment of `SystemClock.monotonicNanoseconds()`.
    ///   - isReady: The state to wait for.
    ///   - body: What to do; gets whether the state was reached.
    public func waitQuietly<Result, Failure: Error>(
        until deadline: Int64, for isReady: (State) -> Bool,
        then body: (inout State, Bool) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try condition.withLock { () throws(Failure) -> Result in
            var isInTime = true
            while !isReady(state) && isInTime { isInTime = condition.wait(until: deadline) }
            return try body(&state, isReady(state))
        }
    }
}

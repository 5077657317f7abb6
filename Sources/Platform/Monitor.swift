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
        try condition.withLock { () throws(Failure) -> Result in
            defer { condition.broadcast() }
            return try body(&state)
        }
    }

    /// Waits until `isReady` holds, then runs `body` alone.
    public func wait<Result, Failure: Error>(
        until isReady: (State) -> Bool, then body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try condition.withLock { () throws(Failure) -> Result in
            while !isReady(state) { condition.wait() }
            defer { condition.broadcast() }
            return try body(&state)
        }
    }

    /// Waits until `isReady` holds or the deadline has passed, then runs `body` alone.
    ///
    /// - Parameters:
    ///   - deadline: A moment of `SystemClock.monotonicMilliseconds()`.
    ///   - isReady: The state to wait for.
    ///   - body: What to do; gets whether the state was reached.
    public func wait<Result, Failure: Error>(
        until deadline: Int64, for isReady: (State) -> Bool,
        then body: (inout State, Bool) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try condition.withLock { () throws(Failure) -> Result in
            var isInTime = true
            while !isReady(state) && isInTime { isInTime = condition.wait(until: deadline) }
            defer { condition.broadcast() }
            return try body(&state, isReady(state))
        }
    }
}

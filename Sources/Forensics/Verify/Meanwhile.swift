internal import Platform

/// A result that another thread works out while the caller goes on.
final class Meanwhile<Value: Sendable>: Sendable {
    private let work: @Sendable () throws -> Value
    private let result: Monitor<Result<Value, any Error>?>
    private let isStarted: Bool

    /// Starts the work; where the system has no thread to spare, it is done when it is asked for.
    init(_ work: @escaping @Sendable () throws -> Value) {
        let result = Monitor<Result<Value, any Error>?>(nil)
        self.work = work
        self.result = result
        let thread = try? OSThread.start(name: "verify") {
            let outcome = Result { try work() }
            result.withLock { $0 = outcome }
        }
        isStarted = thread != nil
    }

    /// Waits for the result.
    ///
    /// - Throws: What the work threw.
    func value() throws -> Value {
        guard isStarted else { return try work() }
        let outcome = result.wait(until: { $0 != nil }) { $0 }
        guard let outcome else { return try work() }
        return try outcome.get()
    }
}

internal import Synchronization

/// A value that is made when it is first asked for, and only once.
package final class Lazy<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case unmade(@Sendable () -> Value)
        case made(Value)
    }

    private let state: Mutex<State>

    /// A value that `make` will make.
    ///
    /// - Precondition: `make` does not ask for the value itself.
    package init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.unmade(make)) }

    /// The value; the first call makes it, others wait for that.
    package var value: Value {
        state.withLock { state in
            switch state {
            case .made(let value): return value
            case .unmade(let make):
                let value = make()
                state = .made(value)
                return value
            }
        }
    }
}

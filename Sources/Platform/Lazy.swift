public import Synchronization

/// A value that is made when it is first asked for, and only once.
///
/// A structure whose code other modules may copy: making a generic class known to the runtime takes it some
/// 20 microseconds at every start of a program.
public struct Lazy<Value: Sendable>: ~Copyable, Sendable {
    @usableFromInline
    enum State: Sendable {
        case unmade(@Sendable () -> Value)
        case made(Value)
    }

    @usableFromInline let state: Mutex<State>

    /// A value that `make` will make.
    ///
    /// - Precondition: `make` does not ask for the value itself.
    @inlinable
    public init(_ make: @escaping @Sendable () -> Value) { state = Mutex(.unmade(make)) }

    /// The value; the first call makes it, others wait for that.
    @inlinable
    public var value: Value {
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

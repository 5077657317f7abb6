#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A thread of our own, for work that blocks.
///
/// LMDB wants a write transaction to stay on one thread; Swift's tasks move between threads.
public final class OSThread: @unchecked Sendable {
    // Sendable although it holds a variable: `handle` is only touched by `join` and `deinit`, and `join`
    // traps when it is called twice.
    private let finished: Monitor<Bool>
    private let joined = Monitor(false)
    private let handle: pthread_t

    /// The stack of a new thread in bytes, the same on every system.
    public static let stackSize = 8 << 20

    private init(handle: pthread_t, finished: Monitor<Bool>) {
        self.handle = handle
        self.finished = finished
    }

    deinit {
        // Nobody will ask for the result any more: the system may free the thread when it ends.
        if !joined.withLock({ $0 }) { pthread_detach(handle) }
    }

    /// Starts a thread that runs `body`.
    ///
    /// - Parameter name: Shown by debuggers; systems cut it, Linux to 15 bytes.
    /// - Throws: When the system refuses another thread.
    public static func start(
        name: String, _ body: @escaping @Sendable () -> Void
    ) throws(PlatformError) -> OSThread {
        let finished = Monitor(false)
        let work = Work(name: name, body: body, finished: finished)
        let argument = unsafe Unmanaged.passRetained(work)
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setstacksize(&attributes, stackSize)
        #if canImport(Darwin)
        var created: pthread_t?
        #else
        var created = pthread_t()
        #endif
        let result = unsafe pthread_create(&created, &attributes, threadMain, argument.toOpaque())
        #if canImport(Darwin)
        guard result == 0, let handle = created else {
            unsafe argument.release()
            throw PlatformError(operation: "start a thread", path: nil, errno: result)
        }
        #else
        let handle = created
        guard result == 0 else {
            unsafe argument.release()
            throw PlatformError(operation: "start a thread", path: nil, errno: result)
        }
        #endif
        return OSThread(handle: handle, finished: finished)
    }

    /// Whether the thread's body has returned.
    public var isFinished: Bool { finished.withLock { $0 } }

    /// Waits until the thread's body has returned; once only, and not from the thread itself.
    public func join() {
        let first = joined.withLock { (done: inout Bool) -> Bool in
            defer { done = true }
            return !done
        }
        precondition(first, "OSThread.join called twice")
        let result = pthread_join(handle, nil)
        precondition(result == 0, "OSThread.join failed (error \(result))")
    }

    /// What a new thread gets to do.
    private final class Work: Sendable {
        let name: String
        let body: @Sendable () -> Void
        let finished: Monitor<Bool>

        init(name: String, body: @escaping @Sendable () -> Void, finished: Monitor<Bool>) {
            self.name = name
            self.body = body
            self.finished = finished
        }

        func run() {
            OSThread.nameCurrentThread(name)
            body()
            finished.withLock { $0 = true }
        }
    }

    fileprivate static func runWork(_ argument: UnsafeMutableRawPointer) {
        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
    }

    /// Names are a help for debuggers, so a failure is none.
    private static func nameCurrentThread(_ name: String) {
        #if canImport(Darwin)
        unsafe pthread_setname_np(name)
        #else
        let limit = 15
        let bytes = Array(name.utf8.prefix(limit))
        guard let file = try? FileDescriptor(opening: "/proc/thread-self/comm", flags: O_WRONLY) else {
            return
        }
        try? file.write(bytes[...], path: nil)
        #endif
    }
}

#if canImport(Darwin)
private func threadMain(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    unsafe OSThread.runWork(argument)
    return nil
}
#else
private func threadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument { unsafe OSThread.runWork(argument) }
    return nil
}
#endif

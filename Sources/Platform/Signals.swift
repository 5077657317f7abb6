import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How the process answers signals.
public enum Signals {
    /// Turns a write to a closed pipe into an error, for as long as a pager needs to be waited for.
    public static func ignoreClosedPipes() {
        setDisposition(SIGPIPE, SIG_IGN)
    }

    /// Lets a write to a closed pipe end the process quietly, whatever the parent process has set.
    public static func restoreQuietPipeDeath() {
        setDisposition(SIGPIPE, SIG_DFL)
    }

    /// Turns a write past the file size limit into an error instead of a death.
    public static func ignoreFileSizeLimit() {
        setDisposition(SIGXFSZ, SIG_IGN)
    }

    /// Ends the process as a write to a closed pipe would: the shell sees 141.
    public static func dieOfClosedPipe() -> Never {
        restoreQuietPipeDeath()
        var pipeSignal = sigset_t()
        unsafe sigemptyset(&pipeSignal)
        unsafe sigaddset(&pipeSignal, SIGPIPE)
        unsafe pthread_sigmask(SIG_UNBLOCK, &pipeSignal, nil)
        raise(SIGPIPE)
        _exit(141)
    }

    // MARK: Interrupts

    /// Whether somebody pressed Ctrl-C (SIGINT) since `watchInterrupts`.
    public static var isInterrupted: Bool { interrupts.flag.load(ordering: .relaxed) }

    /// Makes Ctrl-C set a flag instead of ending the process.
    ///
    /// Loops test `isInterrupted` and stop tidily. A second Ctrl-C ends the process at once.
    public static func watchInterrupts() {
        interrupts.flag.store(false, ordering: .relaxed)
        openWakePipe()
        var action = sigaction()
        setHandler(&action) { _ in Signals.noteInterrupt() }
        action.sa_flags = SA_RESTART | resetsHandler
        unsafe sigemptyset(&action.sa_mask)
        _ = unsafe sigaction(SIGINT, &action, nil)
    }

    /// Blocks for `milliseconds`, or until Ctrl-C; false when it was Ctrl-C.
    ///
    /// Only after `watchInterrupts`.
    public static func sleepUnlessInterrupted(milliseconds: Int) -> Bool {
        if isInterrupted { return false }
        var request = pollfd(
            fd: interrupts.readEnd.load(ordering: .relaxed), events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&request, 1, Int32(clamping: milliseconds))
        return !isInterrupted
    }

    /// The state that the handler touches: atomics only, made before the handler is installed.
    private final class Interrupts: Sendable {
        let flag = Atomic<Bool>(false)
        let readEnd = Atomic<Int32>(-1)
        let writeEnd = Atomic<Int32>(-1)
    }

    private static let interrupts = Interrupts()

    /// SA_RESETHAND as the type that `sa_flags` has.
    private static var resetsHandler: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: SA_RESETHAND)) }

    private static func noteInterrupt() {
        let savedNumber = errno
        interrupts.flag.store(true, ordering: .relaxed)
        let end = interrupts.writeEnd.load(ordering: .relaxed)
        if end >= 0 {
            var mark: UInt8 = 1
            _ = unsafe write(end, &mark, 1)
        }
        errno = savedNumber
    }

    private static func openWakePipe() {
        guard interrupts.readEnd.load(ordering: .relaxed) < 0 else { return }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        interrupts.readEnd.store(ends[0], ordering: .relaxed)
        interrupts.writeEnd.store(ends[1], ordering: .relaxed)
    }

    // MARK: Bad pages

    /// The exit status after a signal that a bad page caused: the input is not usable.
    public static let badPageStatus: Int32 = 65

    /// Makes the signals of a bad memory page end in a sentence and exit 65, never in a bare crash.
    ///
    /// A mapped file that is shorter than its own tables say raises SIGBUS, a wild pointer in a damaged
    /// page SIGSEGV, and LMDB's own assertions SIGABRT. The handler only writes prepared bytes and leaves,
    /// which POSIX allows in a handler. It runs on a stack of its own on the calling thread.
    /// - Parameter message: What to write to the standard error; a line end is added.
    public static func installBadPageHandlers(message: String) {
        let bytes = Array(message.utf8) + [UInt8(ascii: "\n")]
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
        unsafe copy.initialize(from: bytes, count: bytes.count)
        // Both are left in place for the life of the process: a handler may run at any time.
        badPage.length.store(bytes.count, ordering: .relaxed)
        badPage.address.store(Int(bitPattern: copy), ordering: .releasing)
        installHandlerStack()
        for number in [SIGBUS, SIGSEGV, SIGABRT] {
            var action = sigaction()
            setHandler(&action) { _ in Signals.leaveBadPage() }
            action.sa_flags = Int32(SA_ONSTACK) | resetsHandler
            unsafe sigemptyset(&action.sa_mask)
            _ = unsafe sigaction(number, &action, nil)
        }
    }

    /// The prepared sentence: atomics only, made before the handlers are installed.
    private final class BadPage: Sendable {
        let address = Atomic<Int>(0)
        let length = Atomic<Int>(0)
    }

    private static let badPage = BadPage()

    /// The bytes of the handlers' own stack; well above every system's minimum.
    private static let handlerStackSize = 1 << 16

    private static func leaveBadPage() -> Never {
        let address = badPage.address.load(ordering: .acquiring)
        if let bytes = unsafe UnsafeRawPointer(bitPattern: address) {
            _ = unsafe write(2, bytes, badPage.length.load(ordering: .relaxed))
        }
        _exit(badPageStatus)
    }

    private static func installHandlerStack() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: handlerStackSize, alignment: 16)
        var stack = unsafe stack_t()
        unsafe stack.ss_sp = memory
        unsafe stack.ss_size = handlerStackSize
        unsafe stack.ss_flags = 0
        if unsafe sigaltstack(&stack, nil) != 0 { unsafe memory.deallocate() }
    }

    // MARK: Glue

    private static func setDisposition(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
        var action = sigaction()
        setHandler(&action, handler)
        unsafe sigemptyset(&action.sa_mask)
        _ = unsafe sigaction(number, &action, nil)
    }

    private static func setHandler(
        _ action: inout sigaction, _ handler: (@convention(c) (Int32) -> Void)?
    ) {
        #if canImport(Darwin)
        unsafe action.__sigaction_u.__sa_handler = handler
        #elseif canImport(Musl)
        unsafe action.__sa_handler.sa_handler = handler
        #else
        unsafe action.__sigaction_handler.sa_handler = handler
        #endif
    }
}

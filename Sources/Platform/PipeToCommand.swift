#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A shell command that reads what we write, such as a pager.
///
/// The command shares our standard output and error. Not for use from two threads.
@safe
public final class PipeToCommand {
    #if canImport(Musl)
    private typealias Stream = OpaquePointer
    #else
    private typealias Stream = UnsafeMutablePointer<FILE>
    #endif

    /// The command as it was given to the shell.
    public let command: String
    private var stream: Stream?

    /// Starts `command` in the system's shell.
    ///
    /// Whether the shell finds the command shows only later, as a closed pipe.
    /// - Throws: When the system refuses another process.
    public init(shellCommand command: String) throws(PlatformError) {
        self.command = command
        guard let stream = unsafe popen(command, "w") else {
            throw PlatformError(operation: "start", path: command, errno: lastErrorNumber)
        }
        unsafe self.stream = stream
    }

    deinit { _ = close() }

    /// Writes all of `bytes`, waiting while the command does not read.
    ///
    /// - Throws: `closedPipe` when the command has ended and SIGPIPE is ignored.
    public func write(_ bytes: [UInt8]) throws(PlatformError) {
        guard let stream = unsafe stream else {
            throw PlatformError(operation: "write to", path: command, errno: EPIPE)
        }
        try FileDescriptor.write(bytes[...], to: unsafe fileno(stream), path: command)
    }

    /// Tells the command that nothing follows and waits until it ends.
    ///
    /// - Returns: The command's exit status as wait(2) gives it; 0 is success.
    @discardableResult
    public func close() -> Int32 {
        guard let open = unsafe stream else { return 0 }
        unsafe stream = nil
        return unsafe pclose(open)
    }
}

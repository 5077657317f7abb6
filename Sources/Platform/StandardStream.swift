#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The process's standard output or standard error, written without a buffer.
public enum StandardStream: Hashable, Sendable {
    /// Answers.
    case output
    /// Everything else.
    case error

    private var descriptor: Int32 { self == .output ? 1 : 2 }

    /// Writes all of `bytes`.
    ///
    /// - Throws: `closedPipe` when nobody reads any more and SIGPIPE is ignored, or what the system says.
    public func write(_ bytes: [UInt8]) throws(PlatformError) {
        let name = self == .output ? "to the standard output" : "to the standard error"
        try FileDescriptor.write(bytes[...], to: descriptor, path: name)
    }

    /// Whether the stream is a terminal.
    public var isTerminal: Bool { TerminalInfo.isTerminal(descriptor) }
}

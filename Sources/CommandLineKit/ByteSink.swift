public import Platform
import Synchronization

/// Where a console's bytes go: a stream of the process, or memory for tests.
public final class ByteSink: Sendable {
    private enum Target: Sendable {
        case stream(StandardStream)
        case memory
        case failing(PlatformError)
    }

    private let target: Target
    private let kept = Mutex<[UInt8]>([])

    private init(_ target: Target) { self.target = target }

    /// A sink that writes to a stream of the process at once.
    public static func stream(_ stream: StandardStream) -> ByteSink { ByteSink(.stream(stream)) }

    /// A sink that keeps everything.
    public static func memory() -> ByteSink { ByteSink(.memory) }

    /// A sink on which every write fails, to try out what happens then.
    public static func failing(_ error: PlatformError) -> ByteSink { ByteSink(.failing(error)) }

    /// The bytes written to a sink in memory; empty for any other.
    public var bytes: [UInt8] { kept.withLock { $0 } }

    /// The bytes written to a sink in memory as text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether a closed pipe here should end the process as the system does.
    var isProcessStream: Bool {
        if case .stream = target { true } else { false }
    }

    func write(_ more: [UInt8]) throws(PlatformError) {
        switch target {
        case .stream(let stream): try stream.write(more)
        case .memory: kept.withLock { $0 += more }
        case .failing(let error): throw error
        }
    }
}

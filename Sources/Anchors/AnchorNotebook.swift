public import EventLog
internal import Platform
internal import Synchronization

/// Keeps heads in a text file, a line `LOG-ID POSITION:ROOT` for each.
///
/// The weakest of sinks: whoever can change the log can mostly change this file too. It belongs in another
/// folder than the log's, so that what restores or loses one need not touch the other.
public final class AnchorNotebook: AnchorSink {
    /// The most lines that are kept; the oldest go first.
    public static let mostLines = 4_096
    private static let mostBytes = 1 << 20

    /// Where the file stands; it is made with the first head.
    public let path: String
    private let access = Mutex(())

    /// A notebook at `path`, whose folder must exist.
    public init(path: String) { self.path = path }

    /// The furthest head that was kept under a log id; lines that cannot be read are passed over.
    ///
    /// - Throws: `AnchorError` with code `file`.
    public func lastHead(of log: LogID) throws -> KeptHead? {
        try access.withLock { _ in
            let prefix = log.hex + " "
            return try lines().filter { $0.hasPrefix(prefix) }
                .compactMap { KeptHead(parsing: String($0.dropFirst(prefix.count))) }
                .max { $0.position < $1.position }
        }
    }

    /// Adds a line, durably.
    ///
    /// - Throws: `AnchorError` with code `file`.
    public func keep(_ head: KeptHead, of log: LogID) throws {
        try access.withLock { _ in
            let all = try lines() + ["\(log.hex) \(head)"]
            let text = all.suffix(Self.mostLines).map { $0 + "\n" }.joined()
            do throws(PlatformError) {
                let file = try AtomicFile(path: path, replacing: true, permissions: 0o600)
                try file.write(Array(text.utf8))
                try file.commit()
            } catch { throw AnchorError(.file, "the log's head cannot be kept", path: path, cause: error) }
        }
    }

    private func lines() throws(AnchorError) -> [String] {
        do throws(PlatformError) {
            if try Files.kind(of: path) == .missing { return [] }
            let bytes = try Files.readAll(path, limit: Self.mostBytes)
            return bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        } catch { throw AnchorError(.file, "the kept heads cannot be read", path: path, cause: error) }
    }
}

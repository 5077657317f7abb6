internal import Digest
public import EventLog
internal import Platform

/// A signing key in a file, and beside it the memory of what was signed with it last.
///
/// The file is readable by its owner alone and never follows a symbolic link when it is made. The memory,
/// `NAME.signed`, is replaced and made durable before a signature leaves this type, so that nothing is ever
/// signed that contradicts what was signed before.
public struct KeyFile: Sendable {
    /// Where the key stands.
    public let path: String
    /// The key.
    public let key: SigningKey

    /// Where the memory of what was signed last stands.
    public var memoryPath: String { path + ".signed" }

    /// Makes a key and its file, which must not exist.
    ///
    /// - Throws: `AnchorError`: `badName`, or `file` with the system's reason.
    public static func create(at path: String, named name: String) throws(AnchorError) -> KeyFile {
        let key = try SigningKey(named: name)
        do throws(PlatformError) {
            let file = try AtomicFile(path: path, permissions: 0o600)
            try file.write(Array((key.text + "\n").utf8))
            try file.commit()
        } catch { throw AnchorError(.file, "the key cannot be written", path: path, cause: error) }
        return KeyFile(path: path, key: key)
    }

    private init(path: String, key: SigningKey) {
        self.path = path
        self.key = key
    }

    /// Reads a key.
    ///
    /// - Throws: `AnchorError`: `file`, `notAKey`.
    public init(reading path: String) throws(AnchorError) {
        self.path = path
        let bytes: [UInt8]
        do throws(PlatformError) { bytes = try Files.readAll(path, limit: AnchorLimits.keyBytes) } catch {
            throw AnchorError(.file, "the key cannot be read", path: path, cause: error)
        }
        guard bytes.last == 0x0A, let text = String(validating: bytes.dropLast(), as: UTF8.self) else {
            throw AnchorError(.notAKey, "this is not a signing key", path: path)
        }
        key = try SigningKey(parsing: text)
    }

    /// Whether others than the owner may read the key; false where that cannot be asked.
    public var isReadableByOthers: Bool {
        ((try? Files.status(of: path))?.permissions ?? 0) & 0o077 != 0
    }

    /// Signs the present root of a log.
    ///
    /// The root is computed from the records. What was signed last for this log, or for an earlier stretch of
    /// it, must be a beginning of what is signed now.
    ///
    /// - Throws: `AnchorError`: `empty`; `unreadable` where a place has no leaf; `lostTail`; `contradiction`;
    ///   `damagedMemory`; `file`. Or `LogError`.
    /// - Complexity: O(n): the log is read once.
    public func sign(_ log: any EventSource) throws -> SignedNote {
        let identity = try log.identity()
        let size = try log.head().position
        guard size > 0 else {
            throw AnchorError(.empty, "the log holds no event yet, so there is nothing to sign")
        }
        var memory = try SignatureMemory(at: memoryPath)
        let earlier = try memory.checkpoints(of: identity, by: key.verifier.name, size: size)
        let digests = try TreeDigests([0..<size] + earlier.map { 0..<$0.size }, in: log)
        guard let root = digests.roots[0] else {
            throw AnchorError(.unreadable, "a place in the log cannot be read, so its root is not known")
        }
        for (checkpoint, now) in zip(earlier, digests.roots.dropFirst()) where now != checkpoint.root {
            throw AnchorError(
                .contradiction,
                "the log's first \(checkpoint.size) events are not those that were signed before")
        }
        let stored = try log.head()
        guard stored.position != size || stored.root == root else {
            throw AnchorError(.contradiction, "the records do not give the root that the log carries")
        }
        let checkpoint = Checkpoint(
            of: identity.logID, by: key.verifier.name, size: size, root: root)
        try memory.remember(checkpoint)
        return SignedNote(checkpoint.text, signedBy: key)
    }
}

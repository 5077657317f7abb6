internal import Digest

/// Where a follower stopped: opaque bytes that it keeps and hands back.
///
/// The token names the log and the leaf of the last event seen, so that a log that was replaced or rewound
/// is noticed instead of silently read from somewhere else.
public struct ResumeToken: Hashable, Sendable {
    let logID: LogID
    let position: UInt64
    let leaf: SHA256Digest

    private static let length = 16 + 8 + 32 + 8

    init(logID: LogID, position: UInt64, leaf: SHA256Digest) {
        self.logID = logID
        self.position = position
        self.leaf = leaf
    }

    /// The token's bytes, to be kept by the caller.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(logID.high)
        bytes.appendBigEndian(logID.low)
        bytes.appendLittleEndian(position)
        leaf.append(to: &bytes)
        bytes.appendLittleEndian(XXH3.hash64(bytes.span))
        return bytes
    }

    /// The token that `bytes` hold.
    ///
    /// - Throws: `LogError` with code `historyChanged` when they are no token.
    public init(bytes: [UInt8]) throws(LogError) {
        let span = bytes.span
        guard bytes.count == Self.length,
            XXH3.hash64(span.extracting(0..<Self.length - 8)) == span.littleEndian64(at: Self.length - 8),
            let leaf = SHA256Digest(bytes: span.extracting(24..<56))
        else {
            throw LogError(.historyChanged, "these bytes are no resume token")
        }
        logID = LogID(high: span.bigEndian64(at: 0), low: span.bigEndian64(at: 8))
        position = span.littleEndian64(at: 16)
        self.leaf = leaf
    }
}

extension EventSource {
    /// The token of a follower that has seen everything up to `position`; 0 has seen nothing.
    ///
    /// - Throws: `LogError` with code `outOfRange` when the log does not reach that far.
    public func resumeToken(after position: UInt64) throws(LogError) -> ResumeToken {
        let identity = try identity()
        guard position > 0 else {
            return ResumeToken(
                logID: identity.epochs[0].logID, position: 0, leaf: MerkleFrontier().root)
        }
        guard let leaf = try leaf(at: position) else {
            throw LogError(.damaged, "the event cannot be read", position: position)
        }
        return ResumeToken(logID: identity.logID(at: position), position: position, leaf: leaf)
    }

    /// The position up to which the holder of `token` has seen this log.
    ///
    /// - Throws: `LogError` with code `historyChanged` when the token belongs to another log, or to a
    ///   history that this log does not continue.
    public func position(of token: ResumeToken) throws(LogError) -> UInt64 {
        let identity = try identity()
        let changed = LogError(
            .historyChanged, "this log does not continue the history that the token belongs to",
            position: token.position)
        guard token.position > 0 else {
            guard identity.epochs[0].logID == token.logID else { throw changed }
            return 0
        }
        guard identity.logID(at: token.position) == token.logID, try head().position >= token.position,
            try leaf(at: token.position) == token.leaf
        else { throw changed }
        return token.position
    }

    private func leaf(at position: UInt64) throws(LogError) -> SHA256Digest? {
        var block = EventBlock()
        try read(position, into: &block)
        var hasher = LeafHasher()
        guard !block.isEmpty else { return nil }
        switch block.entry(at: 0) {
        case .event(let event): return hasher.leaf(of: event)
        case .withheld(let event): return hasher.leaf(of: event)
        case .missing, .unreadable: return nil
        }
    }
}

extension LogIdentity {
    /// The id of the log when it wrote `position`.
    public func logID(at position: UInt64) -> LogID {
        (epochs.last { $0.firstPosition <= position } ?? epochs[0]).logID
    }
}

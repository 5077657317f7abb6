public import Digest
public import EventLog

/// How far a log was, and the root it had there.
public struct KeptHead: Hashable, Sendable {
    /// The last position.
    public let position: UInt64
    /// The root over all positions up to there.
    public let root: SHA256Digest

    /// A head.
    public init(position: UInt64, root: SHA256Digest) {
        self.position = position
        self.root = root
    }

    /// Where a log ends now.
    public init(_ head: LogHead) { self.init(position: head.position, root: head.root) }

    /// The head that reads `POSITION:ROOT`; nil for any other form.
    public init?(parsing text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, let position = Checkpoint.number(String(Substring(parts[0]))),
            let root = SHA256Digest(hex: String(Substring(parts[1])))
        else { return nil }
        self.init(position: position, root: root)
    }
}

extension KeptHead: CustomStringConvertible {
    /// `POSITION:ROOT`, as the head of a log is printed.
    public var description: String { "\(position):\(root.hex)" }
}

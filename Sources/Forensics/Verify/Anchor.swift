public import Digest
public import EventLog

/// A root that was kept outside the log, to hold the log against.
public struct Anchor: Hashable, Sendable {
    /// How many positions it covers.
    public let size: UInt64
    /// The root over them.
    public let root: SHA256Digest
    /// The id of the log of which it was made; nil where it does not say.
    public let logID: LogID?
    /// The names of those who signed it; none for a root that somebody noted down.
    public let signers: [String]

    /// An anchor.
    public init(size: UInt64, root: SHA256Digest, logID: LogID? = nil, signers: [String] = []) {
        self.size = size
        self.root = root
        self.logID = logID
        self.signers = signers
    }

    /// An anchor that reads `SIZE:ROOT`, as a log's head is printed; nil for any other form.
    public init?(parsing text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, let size = UInt64(Substring(parts[0])), size > 0,
            String(size).utf8.elementsEqual(parts[0]),
            let root = SHA256Digest(hex: String(Substring(parts[1])))
        else { return nil }
        self.init(size: size, root: root)
    }
}

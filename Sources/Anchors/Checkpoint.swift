public import Digest
public import EventLog

/// How large a log was, and the root it had: the text of a C2SP tlog-checkpoint.
public struct Checkpoint: Hashable, Sendable {
    /// Which log: `NAME/LOG ID`.
    public let origin: String
    /// The number of positions.
    public let size: UInt64
    /// The root of the tree over them.
    public let root: SHA256Digest

    /// A checkpoint of a log, by the one who is going to sign it.
    public init(of logID: LogID, by name: String, size: UInt64, root: SHA256Digest) {
        origin = "\(name)/\(logID.hex)"
        self.size = size
        self.root = root
    }

    /// The checkpoint that is the text of a note; extension lines are passed over.
    ///
    /// - Throws: `AnchorError` with code `notACheckpoint`.
    public init(parsing text: String) throws(AnchorError) {
        let refusal = AnchorError(
            .notACheckpoint, "a checkpoint is three lines: the log's origin, its size, and its root in Base64"
        )
        let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.count >= 4, lines.dropLast().allSatisfy({ !$0.isEmpty }), lines[lines.count - 1].isEmpty
        else { throw refusal }
        guard let size = Self.number(String(Substring(lines[1]))),
            let root = Base64.bytes(Substring(lines[2])).flatMap({ SHA256Digest(bytes: $0.span) })
        else { throw refusal }
        origin = String(Substring(lines[0]))
        self.size = size
        self.root = root
    }

    /// A decimal number without leading zeros, a sign or anything else.
    static func number(_ text: String) -> UInt64? {
        guard let number = UInt64(text), String(number).utf8.elementsEqual(text.utf8) else { return nil }
        return number
    }

    /// The text that is signed.
    public var text: String { "\(origin)\n\(size)\n\(Base64.text(root.bytes))\n" }

    /// The log's id at the end of the origin; nil where the origin has another form.
    public var logID: LogID? {
        origin.utf8.lastIndex(of: UInt8(ascii: "/")).flatMap {
            LogID(hex: String(origin[origin.utf8.index(after: $0)...]))
        }
    }
}

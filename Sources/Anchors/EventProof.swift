public import Digest
internal import EventLog

/// A proof that an event stands in a log, to be checked without it: C2SP tlog-proof, version 1.
public struct EventProof: Hashable, Sendable {
    private static let mark = "c2sp.org/tlog-proof@v1"

    /// The event's position, from 1; the file counts from 0.
    public let position: UInt64
    /// The digests from the leaf's sibling up.
    public let digests: [SHA256Digest]
    /// The signed checkpoint under which the event stands.
    public let note: SignedNote

    /// A proof under a signed checkpoint.
    public init(position: UInt64, digests: [SHA256Digest], note: SignedNote) {
        self.position = position
        self.digests = digests
        self.note = note
    }

    /// The proof that the bytes of a file hold; an `extra` line is passed over, since nobody signs it.
    ///
    /// - Throws: `AnchorError`: `notAProof`, or `notANote` for what follows the digests.
    public init(parsing bytes: [UInt8]) throws(AnchorError) {
        func refusal(_ what: String) -> AnchorError { AnchorError(.notAProof, "this is no proof: " + what) }
        guard bytes.count <= AnchorLimits.noteBytes else { throw refusal("it is too long") }
        var rest = bytes[...]
        func line() throws(AnchorError) -> String {
            guard let end = rest.firstIndex(of: 0x0A) else { throw refusal("it is cut off") }
            defer { rest = rest[(end + 1)...] }
            guard let line = String(validating: rest[..<end], as: UTF8.self) else {
                throw refusal("it is not UTF-8")
            }
            return line
        }
        guard try line() == Self.mark else { throw refusal("its first line is not \(Self.mark)") }
        var next = try line()
        if next.hasPrefix("extra ") { next = try line() }
        guard next.hasPrefix("index "), let index = Checkpoint.number(String(next.dropFirst(6))),
            index < UInt64.max
        else { throw refusal("it names no index") }
        position = index + 1
        var digests: [SHA256Digest] = []
        next = try line()
        while !next.isEmpty {
            guard digests.count < AnchorLimits.proofDigests,
                let digest = Base64.bytes(next).flatMap({ SHA256Digest(bytes: $0.span) })
            else { throw refusal("a line is no digest, or there are too many") }
            digests.append(digest)
            next = try line()
        }
        self.digests = digests
        note = try SignedNote(parsing: Array(rest))
    }

    /// What stands in a file.
    public var encoded: String {
        "\(Self.mark)\nindex \(position - 1)\n" + digests.map { Base64.text($0.bytes) + "\n" }.joined() + "\n"
            + note.encoded
    }

    /// Whether the proof shows that the event with this leaf stands at its position under its checkpoint.
    ///
    /// Who signed the checkpoint is asked of `note.signers(among:)`.
    ///
    /// - Throws: `AnchorError` with code `notACheckpoint`.
    public func proves(_ leaf: SHA256Digest) throws(AnchorError) -> Bool {
        let checkpoint = try Checkpoint(parsing: note.text)
        return TreeProof.proves(leaf, at: position - 1, in: checkpoint.size, root: checkpoint.root, digests)
    }
}

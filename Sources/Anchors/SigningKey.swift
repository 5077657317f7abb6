internal import Digest
internal import Platform

/// A key that signs checkpoints; whoever has it can sign in its name.
public struct SigningKey: Sendable {
    private static let mark = "PRIVATE+KEY+"

    private let seed: [UInt8]
    /// Who signs: what others need in order to check.
    public let verifier: VerifierKey

    /// A new key of 32 random bytes.
    ///
    /// - Throws: `AnchorError` with code `badName`.
    public init(named name: String) throws(AnchorError) {
        try self.init(named: name, seed: Randomness.bytes(Ed25519.seedLength))
    }

    init(named name: String, seed: [UInt8]) throws(AnchorError) {
        verifier = try VerifierKey(name: name, publicKey: Ed25519.publicKey(ofSeed: seed))
        self.seed = seed
    }

    /// The key that the text of a key file spells: `PRIVATE+KEY+NAME+ID+BASE64`.
    ///
    /// - Throws: `AnchorError` with code `notAKey` or `badName`; never with a part of the text.
    public init(parsing text: String) throws(AnchorError) {
        let refusal = AnchorError(.notAKey, "this is not a signing key")
        guard text.hasPrefix(Self.mark) else { throw refusal }
        let parts = text.dropFirst(Self.mark.count)
            .split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let data = Base64.bytes(parts[2]), data.first == VerifierKey.ed25519,
            data.count == 1 + Ed25519.seedLength
        else { throw refusal }
        try self.init(named: String(parts[0]), seed: Array(data.dropFirst()))
        guard VerifierKey.hex(verifier.id).utf8.elementsEqual(parts[1].utf8) else { throw refusal }
    }

    /// What stands in a key file.
    var text: String {
        Self.mark + "\(verifier.name)+\(VerifierKey.hex(verifier.id))+"
            + Base64.text([VerifierKey.ed25519] + seed)
    }

    /// Signs a text.
    func signature(of text: String) -> SignedNote.Signature {
        SignedNote.Signature(
            name: verifier.name, id: verifier.id,
            bytes: Ed25519.signature(of: Array(text.utf8), seed: seed))
    }
}

internal import Digest

/// Who may have signed: a name and a public key, in the form of C2SP signed-note, `NAME+ID+BASE64`.
public struct VerifierKey: Hashable, Sendable {
    /// The type byte of Ed25519, the only kind of signature that is checked.
    static let ed25519: UInt8 = 0x01

    /// The signer's name.
    public let name: String
    /// The first four bytes of a hash over name, kind and key, which signature lines carry.
    public let id: UInt32
    /// The 32 bytes of the key.
    public let publicKey: [UInt8]

    init(name: String, publicKey: [UInt8]) throws(AnchorError) {
        try Self.check(name)
        self.name = name
        self.publicKey = publicKey
        id = Self.id(of: name, publicKey)
    }

    /// The key that a line spells.
    ///
    /// - Throws: `AnchorError`: `notAKey` for another form or kind of key, or an id that does not fit;
    ///   `badName`.
    public init(parsing line: String) throws(AnchorError) {
        // Base64 may hold the sign that parts the fields; the name and the id may not.
        let parts = line.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let data = Base64.bytes(parts[2]) else {
            throw AnchorError(.notAKey, "a verifier key reads NAME+ID+BASE64")
        }
        guard data.first == Self.ed25519, data.count == 1 + Ed25519.publicKeyLength else {
            throw AnchorError(.notAKey, "the verifier key is of another kind than Ed25519")
        }
        try self.init(name: String(parts[0]), publicKey: Array(data.dropFirst()))
        guard Self.hex(id).utf8.elementsEqual(parts[1].utf8) else {
            throw AnchorError(.notAKey, "the id in the verifier key does not fit its name and key")
        }
    }

    static func hex(_ id: UInt32) -> String {
        let digits = String(id, radix: 16)
        return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }

    static func check(_ name: String) throws(AnchorError) {
        let isPlain = name.unicodeScalars.allSatisfy {
            !$0.properties.isWhitespace && $0 != "+" && $0.value >= 0x20 && $0.value != 0x7F
        }
        guard !name.isEmpty, name.utf8.count <= AnchorLimits.nameBytes, isPlain else {
            throw AnchorError(
                .badName,
                "a signer's name has 1 to \(AnchorLimits.nameBytes) bytes and no space, plus sign or control character"
            )
        }
    }

    private static func id(of name: String, _ publicKey: [UInt8]) -> UInt32 {
        let digest = SHA256.hash((Array(name.utf8) + [0x0A, ed25519] + publicKey).span).bytes
        return digest[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension VerifierKey: CustomStringConvertible {
    /// `NAME+ID+BASE64`.
    public var description: String { "\(name)+\(Self.hex(id))+\(Base64.text([Self.ed25519] + publicKey))" }
}

/// Limits on what is read as an anchor.
public enum AnchorLimits {
    /// Bytes in a signer's name.
    public static let nameBytes = 255
    /// Bytes in a note or a proof.
    public static let noteBytes = 256 * 1024
    /// Signature lines in a note; the format asks for at least 16.
    public static let signatures = 64
    /// Digests in a proof: one for each level of the highest possible tree.
    public static let proofDigests = 64
    /// Bytes in a key file.
    public static let keyBytes = 4 * 1024
    /// Bytes in the memory of what was signed last.
    public static let memoryBytes = 1024 * 1024
}

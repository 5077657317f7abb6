internal import Digest

/// A text with signature lines: C2SP signed-note.
public struct SignedNote: Hashable, Sendable {
    /// One signature line.
    public struct Signature: Hashable, Sendable {
        /// The signer's name.
        public let name: String
        /// The id of the signer's key.
        public let id: UInt32
        /// The signature, in whatever form the key's kind has it.
        public let bytes: [UInt8]
    }

    private static let dash = "\u{2014} "

    /// The signed text, its last line feed included.
    public let text: String
    /// The signatures, in order.
    public private(set) var signatures: [Signature]

    /// A note signed by `key`.
    ///
    /// - Precondition: The text ends with a line feed.
    public init(_ text: String, signedBy key: SigningKey) {
        precondition(text.utf8.last == 0x0A, "the text of a note ends with a line feed")
        self.text = text
        signatures = [key.signature(of: text)]
    }

    /// The note that the bytes of a file hold.
    ///
    /// - Throws: `AnchorError` with code `notANote`.
    public init(parsing bytes: [UInt8]) throws(AnchorError) {
        guard bytes.count <= AnchorLimits.noteBytes else {
            throw AnchorError(.notANote, "a note of more than \(AnchorLimits.noteBytes) bytes is not read")
        }
        guard let whole = String(validating: bytes, as: UTF8.self),
            !bytes.contains(where: { $0 < 0x20 && $0 != 0x0A })
        else { throw AnchorError(.notANote, "a signed note is text in UTF-8 without control characters") }
        guard bytes.last == 0x0A, let blank = Self.lastBlankLine(bytes), blank > 0 else {
            throw AnchorError(.notANote, "a signed note is a text, an empty line and signature lines")
        }
        text = String(decoding: bytes[...blank], as: UTF8.self)
        let lines = String(decoding: bytes[(blank + 2)...], as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        guard !lines.isEmpty, lines.count <= AnchorLimits.signatures, !whole.isEmpty else {
            throw AnchorError(
                .notANote,
                "a note has 1 to \(AnchorLimits.signatures) signature lines, this one \(lines.count)")
        }
        signatures = []
        for line in lines { signatures.append(try Self.signature(line)) }
    }

    /// The offset of the line feed that ends the text, where an empty line follows; the last such place.
    private static func lastBlankLine(_ bytes: [UInt8]) -> Int? {
        var index = bytes.count - 2
        while index >= 0 {
            if bytes[index] == 0x0A, bytes[index + 1] == 0x0A { return index }
            index -= 1
        }
        return nil
    }

    private static func signature(_ line: Substring) throws(AnchorError) -> Signature {
        let refusal = AnchorError(.notANote, "a signature line is a dash, a name and the signature in Base64")
        guard line.unicodeScalars.starts(with: dash.unicodeScalars) else { throw refusal }
        let parts = line.unicodeScalars.dropFirst(2).split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let data = Base64.bytes(Substring(parts[1])), data.count > 4 else {
            throw refusal
        }
        let name = String(Substring(parts[0]))
        try VerifierKey.check(name)
        return Signature(
            name: name, id: data[..<4].reduce(0) { $0 << 8 | UInt32($1) }, bytes: Array(data.dropFirst(4)))
    }

    /// Those of `keys` that signed this text; lines of other keys are passed over.
    ///
    /// - Throws: `AnchorError`: `badSignature` where a line of one of these keys does not fit the text;
    ///   `unknownSigner` where none of them signed.
    public func signers(among keys: [VerifierKey]) throws(AnchorError) -> [VerifierKey] {
        var signers: [VerifierKey] = []
        for signature in signatures {
            let known = keys.first {
                $0.id == signature.id && $0.name.utf8.elementsEqual(signature.name.utf8)
            }
            guard let key = known else { continue }
            guard Ed25519.isValid(signature.bytes, of: Array(text.utf8), publicKey: key.publicKey) else {
                throw AnchorError(.badSignature, "the signature of \(key.name) does not fit the text")
            }
            if !signers.contains(key) { signers.append(key) }
        }
        guard !signers.isEmpty else {
            throw AnchorError(
                .unknownSigner,
                "nobody whose key was given signed this; it is signed by "
                    + signatures.map(\.name).joined(separator: ", "))
        }
        return signers
    }

    /// What stands in a file.
    public var encoded: String {
        text + "\n"
            + signatures.map { signature in
                let id = (0..<4).map { UInt8(truncatingIfNeeded: signature.id >> UInt32(24 - 8 * $0)) }
                return Self.dash + signature.name + " " + Base64.text(id + signature.bytes) + "\n"
            }.joined()
    }
}

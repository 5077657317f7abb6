/// What went wrong with an anchor: a stable code and one sentence.
public struct AnchorError: Error, Sendable {
    /// A kind of failure; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case notANote, notACheckpoint, notAProof, notAKey, badName, badSignature, unknownSigner
            case otherLog, contradiction, lostTail, empty, unreadable, damagedMemory, file
        }
        private let kind: Kind
        /// The code's stable name.
        public var description: String { kind.rawValue }

        /// The bytes are not a signed note, or one over the limits.
        public static let notANote = Code(kind: .notANote)
        /// The note's text is not a checkpoint.
        public static let notACheckpoint = Code(kind: .notACheckpoint)
        /// The bytes are not a proof of inclusion.
        public static let notAProof = Code(kind: .notAProof)
        /// The text is neither a verifier key nor a signing key.
        public static let notAKey = Code(kind: .notAKey)
        /// A key's name is empty, or holds a space or a plus sign.
        public static let badName = Code(kind: .badName)
        /// A signature of a known key does not fit the text.
        public static let badSignature = Code(kind: .badSignature)
        /// Nobody who is known signed the note.
        public static let unknownSigner = Code(kind: .unknownSigner)
        /// The checkpoint is one of another log.
        public static let otherLog = Code(kind: .otherLog)
        /// The log does not hold what was signed before.
        public static let contradiction = Code(kind: .contradiction)
        /// The log is shorter than what was signed before.
        public static let lostTail = Code(kind: .lostTail)
        /// The log holds no event, so there is nothing to sign.
        public static let empty = Code(kind: .empty)
        /// A place in the log cannot be read, so its root is not known.
        public static let unreadable = Code(kind: .unreadable)
        /// The memory of what was signed last cannot be read.
        public static let damagedMemory = Code(kind: .damagedMemory)
        /// The operating system refused.
        public static let file = Code(kind: .file)
    }

    /// What kind of failure this is.
    public let code: Code
    /// One sentence for a person.
    public let message: String
    /// The file concerned, where there is one.
    public var path: String?
    /// The error that caused this one.
    public var cause: (any Error)?

    /// An error with its context.
    public init(_ code: Code, _ message: String, path: String? = nil, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.path = path
        self.cause = cause
    }
}

extension AnchorError: CustomStringConvertible {
    /// The sentence, and the file it is about.
    public var description: String { path.map { "\(message) (\($0))" } ?? message }
}

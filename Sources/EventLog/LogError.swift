/// What went wrong with a log: a stable code, where, and what would be accepted.
public struct LogError: Error, Sendable {
    /// A kind of failure; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case missing, exists, notALog, unsupportedFormat, unsupportedFeature, closed, busy, readOnly
            case permission, storageFull, inputOutput, reopenRequired, damaged
            case invalidStream, invalidType, invalidSubject, invalidPayload, invalidMetadata, invalidKey
            case emptyBatch, tooLarge, reservedName
            case unexpectedRevision, idempotencyConflict, partiallyKnown
            case outOfRange, unknownStream, historyChanged, incompleteProjection
        }
        private let kind: Kind
        /// The code's stable name.
        public var description: String { kind.rawValue }

        /// No file or folder stands at the path.
        public static let missing = Code(kind: .missing)
        /// Something stands at the path already.
        public static let exists = Code(kind: .exists)
        /// The file is not an event log.
        public static let notALog = Code(kind: .notALog)
        /// The log was written in a format that this build does not know.
        public static let unsupportedFormat = Code(kind: .unsupportedFormat)
        /// The log needs a feature that this build does not have.
        public static let unsupportedFeature = Code(kind: .unsupportedFeature)
        /// The log was closed.
        public static let closed = Code(kind: .closed)
        /// Somebody else holds what is needed; trying again may help.
        public static let busy = Code(kind: .busy)
        /// The log was opened for reading only.
        public static let readOnly = Code(kind: .readOnly)
        /// The operating system refused access.
        public static let permission = Code(kind: .permission)
        /// The file system has no room; nothing was appended.
        public static let storageFull = Code(kind: .storageFull)
        /// The operating system reported an input or output error.
        public static let inputOutput = Code(kind: .inputOutput)
        /// The storage is in doubt; close the log and open it again.
        public static let reopenRequired = Code(kind: .reopenRequired)
        /// Stored bytes are not what was written.
        public static let damaged = Code(kind: .damaged)
        /// The stream's name is not accepted.
        public static let invalidStream = Code(kind: .invalidStream)
        /// The event type's name is not accepted.
        public static let invalidType = Code(kind: .invalidType)
        /// The subject is not accepted.
        public static let invalidSubject = Code(kind: .invalidSubject)
        /// The payload is not deterministic CBOR of what JSON can say.
        public static let invalidPayload = Code(kind: .invalidPayload)
        /// The metadata is not a map of deterministic CBOR.
        public static let invalidMetadata = Code(kind: .invalidMetadata)
        /// The idempotency key is not accepted.
        public static let invalidKey = Code(kind: .invalidKey)
        /// An append without events.
        public static let emptyBatch = Code(kind: .emptyBatch)
        /// A part of the event, or the batch, is over its limit.
        public static let tooLarge = Code(kind: .tooLarge)
        /// Names that begin with `$` belong to the log itself.
        public static let reservedName = Code(kind: .reservedName)
        /// The stream is not at the revision that the caller expected.
        public static let unexpectedRevision = Code(kind: .unexpectedRevision)
        /// The key or id is known, with other content.
        public static let idempotencyConflict = Code(kind: .idempotencyConflict)
        /// Some events of the batch are known and some are not.
        public static let partiallyKnown = Code(kind: .partiallyKnown)
        /// The position or revision is outside the log.
        public static let outOfRange = Code(kind: .outOfRange)
        /// No event was ever appended to this stream.
        public static let unknownStream = Code(kind: .unknownStream)
        /// The token belongs to another log, or to a history that this log does not continue.
        public static let historyChanged = Code(kind: .historyChanged)
        /// A projection could not be stored whole.
        public static let incompleteProjection = Code(kind: .incompleteProjection)
    }

    /// What kind of failure this is.
    public let code: Code
    /// One sentence for a person; never holds a payload.
    public let message: String
    /// The file or folder, where one is concerned.
    public var path: String?
    /// The position of the event concerned.
    public var position: UInt64?
    /// The byte offset inside the record, where one is concerned.
    public var offset: Int?
    /// The expected and the actual revision, for `unexpectedRevision`; 0 is a stream without events.
    public var revisions: Revisions?
    /// The fields that differ, for `idempotencyConflict`.
    public var differences: [String] = []
    /// The error that caused this one.
    public var cause: (any Error)?

    /// What was expected and what was found.
    public struct Revisions: Hashable, Sendable {
        /// The expectation of the caller, in words.
        public let expected: String
        /// The stream's revision; 0 when it has no event.
        public let actual: UInt64
    }

    /// An error with its context.
    public init(
        _ code: Code, _ message: String, path: String? = nil, position: UInt64? = nil, offset: Int? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.position = position
        self.offset = offset
        self.cause = cause
    }
}

extension LogError: CustomStringConvertible {
    /// The sentence and its context on one line.
    public var description: String {
        var text = message
        if let path { text += " (\(path))" }
        if let position { text += " at event \(position)" }
        if let offset { text += ", byte \(offset) of its record" }
        return text
    }
}

extension LogError {
    /// The same error about the file at `path`.
    func at(_ path: String) -> LogError {
        var error = self
        error.path = path
        return error
    }

    static func unknownStream(_ name: StreamName) -> LogError {
        LogError(.unknownStream, "there is no stream \(name)")
    }

    static func damaged(stream name: StreamName) -> LogError {
        LogError(.damaged, "the entry of stream \(name) is damaged")
    }

    static func outOfRange(_ position: UInt64, head: UInt64) -> LogError {
        let accepted = head == 0 ? "the log is empty" : "positions 1...\(head) are accepted"
        return LogError(.outOfRange, "there is no event \(position); \(accepted)", position: position)
    }
}

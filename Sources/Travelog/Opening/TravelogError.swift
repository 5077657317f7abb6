public import EventCoding
public import EventLog
public import Projections

/// What went wrong with a travel log: a stable code, where, and the error under it.
public struct TravelogError: Error, Sendable {
    /// A kind of failure; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case missing, exists, notALog, unsupported, permission, busy, closed, readOnly, storageFull
            case inputOutput, damaged, invalidOption, invalidName, invalidVacationName, vacationExists
            case invalidEvent, keyReused, contention, rowsNotStored
            case rolledBack, rewritten
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
        /// The log has a format or a feature that this build does not know.
        public static let unsupported = Code(kind: .unsupported)
        /// The operating system refused access.
        public static let permission = Code(kind: .permission)
        /// Somebody else holds what is needed; trying again may help.
        public static let busy = Code(kind: .busy)
        /// The log was closed.
        public static let closed = Code(kind: .closed)
        /// The log was opened for reading only.
        public static let readOnly = Code(kind: .readOnly)
        /// The file system has no room; nothing was recorded.
        public static let storageFull = Code(kind: .storageFull)
        /// The operating system reported an error; its cause says which.
        public static let inputOutput = Code(kind: .inputOutput)
        /// Stored bytes are not what was written.
        public static let damaged = Code(kind: .damaged)
        /// An option is not accepted.
        public static let invalidOption = Code(kind: .invalidOption)
        /// The user's name is not accepted.
        public static let invalidName = Code(kind: .invalidName)
        /// The vacation's name is not accepted: empty, too long, dots alone, or with a slash or NUL in it.
        public static let invalidVacationName = Code(kind: .invalidVacationName)
        /// There is a vacation of that name already.
        public static let vacationExists = Code(kind: .vacationExists)
        /// What was to be recorded breaks a rule of its event type, or is too large.
        public static let invalidEvent = Code(kind: .invalidEvent)
        /// The idempotency key was used for something else.
        public static let keyReused = Code(kind: .keyReused)
        /// Others changed the history at every attempt; trying again may help.
        public static let contention = Code(kind: .contention)
        /// An event cannot be read or folded, so the rows of its projection cannot be stored.
        public static let rowsNotStored = Code(kind: .rowsNotStored)
        /// The log ends before a head that was kept of it: it lost its end, or an older copy was put in place.
        public static let rolledBack = Code(kind: .rolledBack)
        /// The log's events are not those of a head that was kept of it.
        public static let rewritten = Code(kind: .rewritten)
    }

    /// The error of another module that lies under this one.
    public enum Cause: Sendable {
        /// Of the log.
        case log(LogError)
        /// Of stored rows.
        case projection(ProjectionError)
        /// Of an event's field.
        case field(FieldError)
        /// Of a projection's parameter.
        case configuration(ConfigurationError)
    }

    /// What kind of failure this is.
    public let code: Code

    /// One sentence for a person; never holds text of an event.
    public let message: String

    /// The file or folder, where one is concerned.
    public var path: String?

    /// The position of the event concerned, where there is one.
    public var position: UInt64?

    /// The error under this one, where there is one.
    public var cause: Cause?

    /// An error with its context.
    public init(
        _ code: Code, _ message: String, path: String? = nil, position: UInt64? = nil, cause: Cause? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.position = position
        self.cause = cause
    }
}

extension TravelogError: CustomStringConvertible {
    /// The sentence and its context on one line.
    public var description: String {
        var text = message
        if let path { text += " (\(path))" }
        if let position { text += " at event \(position)" }
        return text
    }
}

extension TravelogError {
    /// The error for one of the log.
    init(_ error: LogError) {
        self.init(
            Self.code(for: error.code), error.message, path: error.path, position: error.position,
            cause: .log(error))
    }

    private static func code(for code: LogError.Code) -> Code {
        switch code {
        case .missing: .missing
        case .exists: .exists
        case .notALog: .notALog
        case .unsupportedFormat, .unsupportedFeature: .unsupported
        case .permission: .permission
        case .busy: .busy
        case .closed: .closed
        case .readOnly: .readOnly
        case .storageFull: .storageFull
        case .damaged: .damaged
        case .invalidStream, .reservedName: .invalidName
        case .idempotencyConflict, .partiallyKnown: .keyReused
        case .unexpectedRevision: .contention
        case .invalidType, .invalidSubject, .invalidPayload, .invalidMetadata, .invalidKey, .emptyBatch,
            .tooLarge:
            .invalidEvent
        default: .inputOutput
        }
    }

    /// The error for one of stored rows.
    init(_ error: ProjectionError) {
        self.init(
            error.code == .superseded ? .busy : .rowsNotStored, "\(error.projection): \(error.message)",
            position: error.position, cause: .projection(error))
    }

    /// The error for one of an event's field.
    init(_ error: FieldError) {
        self.init(.invalidEvent, "this cannot be recorded: \(error)", cause: .field(error))
    }

    /// The error for one whose type is not known here.
    init(any error: any Error) {
        switch error {
        case let error as TravelogError: self = error
        case let error as LogError: self.init(error)
        case let error as ProjectionError: self.init(error)
        default: self.init(.inputOutput, "\(error)")
        }
    }
}

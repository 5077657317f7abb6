extension ExchangeError {
    /// A kind of failure; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case invalidJSON, invalidCSV, tooLarge
            case missingKey, unknownKey, wrongKind
            case unknownType, invalidPayload, invalidSubject, unsupportedVersion
            case invalidID, duplicateID, invalidTime, invalidStream, invalidMetadata
            case missingColumn, invalidValue, unknownPlace, duplicatePlace
            case responseFailed, unexpectedResponse
            case unknownKind, misplaced, cutOff, wrongLeaf, wrongHead, unsupportedFormat
        }
        private let kind: Kind
        /// The code's stable name.
        public var description: String { kind.rawValue }

        /// The text is not the JSON that is read here.
        public static let invalidJSON = Code(kind: .invalidJSON)
        /// The text is not a table of comma- or semicolon-separated values.
        public static let invalidCSV = Code(kind: .invalidCSV)
        /// A line, or a part of an event, is over its limit.
        public static let tooLarge = Code(kind: .tooLarge)

        /// A key that must be there is absent or null.
        public static let missingKey = Code(kind: .missingKey)
        /// A key is none of those that have a meaning here.
        public static let unknownKey = Code(kind: .unknownKey)
        /// A value is of another kind than its key asks for.
        public static let wrongKind = Code(kind: .wrongKind)

        /// The event type is not one that the model knows.
        public static let unknownType = Code(kind: .unknownType)
        /// The payload does not fit the description of its event type.
        public static let invalidPayload = Code(kind: .invalidPayload)
        /// The subject is not the one that the payload names.
        public static let invalidSubject = Code(kind: .invalidSubject)
        /// The schema version is not one that the model can read.
        public static let unsupportedVersion = Code(kind: .unsupportedVersion)

        /// The id is not a UUID.
        public static let invalidID = Code(kind: .invalidID)
        /// Two events have one id.
        public static let duplicateID = Code(kind: .duplicateID)
        /// The time is not a moment that an event can carry.
        public static let invalidTime = Code(kind: .invalidTime)
        /// The stream's name is not accepted.
        public static let invalidStream = Code(kind: .invalidStream)
        /// The metadata cannot be stored.
        public static let invalidMetadata = Code(kind: .invalidMetadata)

        /// The table lacks a column, or has it twice.
        public static let missingColumn = Code(kind: .missingColumn)
        /// A field of a table does not hold what its column asks for.
        public static let invalidValue = Code(kind: .invalidValue)
        /// A row names a place that the list of places lacks.
        public static let unknownPlace = Code(kind: .unknownPlace)
        /// A list of places has two places under one id.
        public static let duplicatePlace = Code(kind: .duplicatePlace)

        /// The service answered that it could not do what was asked.
        public static let responseFailed = Code(kind: .responseFailed)
        /// The service's answer holds nothing of the kind that is wanted.
        public static let unexpectedResponse = Code(kind: .unexpectedResponse)

        /// A line of an export is of a kind that is not known.
        public static let unknownKind = Code(kind: .unknownKind)
        /// A line cannot stand where it does: it repeats a position, or does not follow the line before.
        public static let misplaced = Code(kind: .misplaced)
        /// The export has no end.
        public static let cutOff = Code(kind: .cutOff)
        /// The event is not the one whose leaf is given.
        public static let wrongLeaf = Code(kind: .wrongLeaf)
        /// The lines do not add up to the count or the root that the end gives.
        public static let wrongHead = Code(kind: .wrongHead)
        /// The export was written in a format of a newer version.
        public static let unsupportedFormat = Code(kind: .unsupportedFormat)
    }
}

/// Why a name is not an event type.
public struct EventTypeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Reason: String {
            case empty = "an event type needs a name"
            case tooLong = "an event type's name is longer than 64 bytes"
            case controlCharacter = "an event type's name holds a control character"
            case notUTF8 = "an event type's name is not UTF-8"
        }

        private let reason: Reason

        /// The name has no character.
        public static let empty = Code(reason: .empty)
        /// The name is longer than `EventType.maximumBytes`.
        public static let tooLong = Code(reason: .tooLong)
        /// The name holds C0, DEL or C1.
        public static let controlCharacter = Code(reason: .controlCharacter)
        /// The name is not UTF-8.
        public static let notUTF8 = Code(reason: .notUTF8)

        /// The reason as a sentence.
        public var description: String { reason.rawValue }
    }

    /// What is wrong.
    public let code: Code

    /// An error with its reason.
    public init(_ code: Code) { self.code = code }

    /// The reason.
    public var description: String { code.description }
}

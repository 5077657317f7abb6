/// Why a payload does not fit the description of its event type.
public struct FieldError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public struct Code: Hashable, Sendable {
        private enum Reason { case missing, wrongKind, invalid, notFinite, tooDeep, malformed }

        private let reason: Reason

        /// A field that must be there is absent or null.
        public static let missing = Code(reason: .missing)
        /// The value is of another kind than the field.
        public static let wrongKind = Code(reason: .wrongKind)
        /// The value breaks a rule of the field.
        public static let invalid = Code(reason: .invalid)
        /// A number is NaN or infinite.
        public static let notFinite = Code(reason: .notFinite)
        /// Lists and maps are nested deeper than `CBORView.maximumDepth`.
        public static let tooDeep = Code(reason: .tooDeep)
        /// The bytes are no payload at all.
        public static let malformed = Code(reason: .malformed)
    }

    /// What is wrong.
    public let code: Code

    /// The field, with dots between records and indices from 0: `places[3].name`; empty for the payload itself.
    public let path: String

    /// What is wrong, as the rest of a sentence that begins with the field: `is missing`.
    public let reason: String

    /// An error at a field; an adapter leaves the path empty.
    public init(_ code: Code, path: String = "", reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }

    /// The same error seen from the record that holds `name`.
    public func inside(_ name: String) -> FieldError {
        let isIndex = path.utf8.first == UInt8(ascii: "[")
        let longer = path.isEmpty ? name : isIndex ? name + path : "\(name).\(path)"
        return FieldError(code, path: longer, reason: reason)
    }

    /// The field and what is wrong with it.
    public var description: String { "\(path.isEmpty ? "the payload" : path) \(reason)" }

    init(_ error: CBORError) {
        switch error.code {
        case .notFinite: self.init(.notFinite, reason: "holds a number that is not finite")
        case .tooDeep: self.init(.tooDeep, reason: "is nested deeper than \(CBORView.maximumDepth)")
        default: self.init(.malformed, reason: "cannot be read: \(error)")
        }
    }
}

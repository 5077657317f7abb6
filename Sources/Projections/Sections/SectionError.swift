/// Why a table with sections could not answer.
public struct SectionError: Error, Hashable, Sendable {
    /// A kind of failure; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case sectionOutOfRange, rowOutOfRange, unknownSection, duplicateSection, changesDoNotFit
        }
        private let kind: Kind
        /// The code's stable name.
        public var description: String { kind.rawValue }

        /// There is no section of that number.
        public static let sectionOutOfRange = Code(kind: .sectionOutOfRange)
        /// The section has no row of that number.
        public static let rowOutOfRange = Code(kind: .rowOutOfRange)
        /// A row belongs to a section that is not among the explicit ones.
        public static let unknownSection = Code(kind: .unknownSection)
        /// Two explicit sections have one key.
        public static let duplicateSection = Code(kind: .duplicateSection)
        /// The changes were made for another table.
        public static let changesDoNotFit = Code(kind: .changesDoNotFit)
    }

    /// What kind of failure this is.
    public let code: Code

    /// One sentence for a person; never holds text of rows.
    public let message: String

    /// The place that was asked for, where there is one.
    public let index: RowIndex?

    init(_ code: Code, _ message: String, index: RowIndex? = nil) {
        self.code = code
        self.message = message
        self.index = index
    }
}

extension SectionError: CustomStringConvertible {
    /// The sentence and the code.
    public var description: String { "\(message) [\(code)]" }
}

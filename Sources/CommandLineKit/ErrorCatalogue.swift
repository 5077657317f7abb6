/// All error codes of a tool with what they mean, for `help CODE` and the manual.
public struct ErrorCatalogue: Sendable {
    /// What to tell about one code.
    public struct Entry: Hashable, Sendable {
        /// The code.
        public let code: ErrorCode
        /// How the tool ends with it.
        public let exit: ExitStatus
        /// What the code says, in one sentence.
        public let meaning: String
        /// How it comes about.
        public let cause: String
        /// What to do.
        public let remedy: String

        /// An entry.
        public init(
            _ code: ErrorCode, exit: ExitStatus, meaning: String, cause: String, remedy: String
        ) {
            self.code = code
            self.exit = exit
            self.meaning = meaning
            self.cause = cause
            self.remedy = remedy
        }
    }

    /// The entries, ordered by code.
    public let entries: [Entry]

    /// A catalogue of the usage errors and `entries`.
    ///
    /// - Precondition: No code stands twice.
    public init(_ entries: [Entry] = []) {
        self.entries = (UsageError.catalogue + entries).sorted {
            $0.code.name.utf8.lexicographicallyPrecedes($1.code.name.utf8)
        }
        for (left, right) in zip(self.entries, self.entries.dropFirst()) {
            precondition(left.code != right.code, "the error code \(left.code) stands twice")
        }
    }

    /// The entry of the code called `name`, in any case of letters.
    public subscript(name: String) -> Entry? {
        let wanted = name.uppercased()
        return entries.first { $0.code.name.utf8.elementsEqual(wanted.utf8) }
    }
}

/// What a verb does to logs and files, shown beside its name in help.
public struct Effect: Hashable, Sendable {
    /// The kinds of effects.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Opens the log for reading only.
        case readsOnly = "reads only"
        /// Adds events to a log.
        case appends = "appends to a log"
        /// Makes a log that was not there.
        case writesNewLog = "writes a new log"
        /// Makes a file that was not there.
        case writesNewFile = "writes a new file"
        /// Replaces stored rows; events stay untouched.
        case changesProjections = "changes stored projections"
        /// Touches no log.
        case none = "touches no log"
    }

    /// What the verb does without further options.
    public let kind: Kind
    /// What differs with some option, or another wording of the whole.
    public let note: String?
    /// Whether `note` replaces the kind's words instead of following them.
    private let noteStandsAlone: Bool

    /// An effect; `note` follows after a semicolon.
    public init(_ kind: Kind, note: String? = nil) {
        self.kind = kind
        self.note = note
        noteStandsAlone = false
    }

    /// An effect with words of its own.
    public init(_ kind: Kind, described words: String) {
        self.kind = kind
        note = words
        noteStandsAlone = true
    }

    /// The words that help shows.
    public var text: String {
        guard let note else { return kind.rawValue }
        return noteStandsAlone ? note : kind.rawValue + "; " + note
    }
}

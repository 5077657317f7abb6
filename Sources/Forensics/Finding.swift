/// One thing that a check found, in words for a person and with an identifier for a program.
public struct Finding: Hashable, Sendable {
    /// How much a finding matters, rising.
    public enum Severity: Int, Hashable, Sendable, Comparable, CaseIterable {
        /// Worth knowing; nothing is lost or doubtful.
        case note
        /// Unusual, and harmless as far as the check can tell.
        case warning
        /// Only what can be made anew from the events is wrong: indexes, stored rows.
        case derived
        /// Events, or what proves them, are damaged.
        case damaged

        /// Orders by weight, notes first.
        public static func < (one: Severity, other: Severity) -> Bool { one.rawValue < other.rawValue }
    }

    /// The stable name of the kind of finding, `check.what`: `container.page-number`.
    public let kind: FindingKind
    /// What was found, as one line without the text of any event.
    public let message: String
    /// The positions of the events that it concerns.
    public let positions: ClosedRange<UInt64>?
    /// The page of the file that it concerns.
    public let page: UInt64?
    /// The offset in the file, in bytes.
    public let offset: UInt64?

    /// How much it matters, as its kind says.
    public var severity: Severity { kind.severity }

    /// Notes what a check found, and where, as far as that is known.
    public init(
        _ kind: FindingKind, _ message: String, positions: ClosedRange<UInt64>? = nil, page: UInt64? = nil,
        offset: UInt64? = nil
    ) {
        self.kind = kind
        self.message = message
        self.positions = positions
        self.page = page
        self.offset = offset
    }
}

public import EventCoding
public import EventLog
public import Projections

/// Whether a log is whole and unaltered: what was checked, what was found, and what nobody can know.
///
/// A log that agrees with itself shows that nothing happened by accident. Whoever can rewrite the whole file
/// can make it agree with itself again; only a root that was kept elsewhere shows that nobody did.
public struct Verification: Sendable {
    /// How a check ended.
    public enum Outcome: String, Hashable, Sendable {
        /// Nothing was found.
        case ok
        /// Something worth knowing was found, and nothing wrong.
        case note
        /// Something is wrong.
        case fail
        /// It was not asked for, or there is nothing to check.
        case notRun = "not run"
        /// It was asked for and could not be carried out.
        case cannotRun = "cannot run"
    }

    /// What one check came to.
    public struct Result: Sendable {
        /// The check.
        public let check: VerificationCheck
        /// How it ended.
        public let outcome: Outcome
        /// What was looked at, or what was found, in one line.
        public let message: String
        /// The first findings, the weightiest first and then by position.
        public let findings: [Finding]
        /// How many there are.
        public let findingCount: Int
    }

    /// What to check, and against what.
    public struct Options: Sendable {
        /// The checks to run.
        public var checks = Set(VerificationCheck.allCases)
        /// The checks that were asked for by name: where one of these finds nothing to check, it could not run.
        public var demanded: Set<VerificationCheck> = []
        /// Roots that were kept elsewhere.
        public var anchors: [Anchor] = []
        /// The most findings that are kept of each check.
        public var maxExamples = 10
        /// The projections whose stored rows are compared.
        public var projections: [AnyProjection] = []
        /// The event types that are known.
        public var catalogue: EventCatalogue
        /// The version of Unicode that the folds follow.
        public var unicodeVersion = ""

        /// Everything, for a model's types.
        public init(catalogue: EventCatalogue) { self.catalogue = catalogue }
    }

    /// What the check of the file below the records found.
    public struct Container: Sendable {
        /// The findings.
        public let findings: [Finding]
        /// How many there are.
        public let findingCount: Int
        /// What was looked at, in one line.
        public let message: String

        /// A report on the file.
        public init(findings: [Finding], findingCount: Int, message: String) {
            self.findings = findings
            self.findingCount = findingCount
            self.message = message
        }
    }

    /// The results, in the order of `VerificationCheck`.
    public let results: [Result]
    /// Where the log ended when the check began; nil where not even that can be read.
    public let head: LogHead?
    /// How many positions are events or what is left of erased ones.
    public let events: UInt64
    /// The last position up to which an anchor proves the events; nil where none does.
    public let proved: UInt64?
    /// The anchor that proves them.
    public let provedBy: Anchor?
    /// The anchor that is furthest from being proved, where one contradicts the log.
    public let contradicted: Bool
    /// The kind of damage in words for the user, one for each damaged place.
    public let damages: [Damage]

    /// Whether the records give the root that the log carries, as far as that was checked.
    public var isConsistent: Bool {
        let needed: [VerificationCheck] = [.records, .positions, .tree]
        return needed.allSatisfy { check in
            results.contains { $0.check == check && ($0.outcome == .ok || $0.outcome == .note) }
        }
    }

    /// Whether something is wrong.
    public var hasFailed: Bool { results.contains { $0.outcome == .fail } }

    /// Whether something that was asked for could not be checked, or there was nothing to check at all.
    public var isIncomplete: Bool {
        events == 0 || results.contains { $0.outcome == .cannotRun }
            || !results.contains { $0.outcome != .notRun }
    }

    /// The result of a check.
    public func result(of check: VerificationCheck) -> Result? { results.first { $0.check == check } }
}

extension Verification {
    /// A place in the log that cannot be read, and what that means for whoever uses it.
    public struct Damage: Hashable, Sendable {
        /// The positions.
        public let positions: ClosedRange<UInt64>
        /// Why they cannot be read.
        public let reason: String
        /// When the last readable event before them was recorded, in milliseconds since 1970.
        public let after: Int64?
        /// When the next readable event was recorded.
        public let before: Int64?
        /// The position of the last readable event before.
        public let previous: UInt64?
        /// The position of the next readable event.
        public let next: UInt64?
        /// The types that the lost events may have had, by name.
        public let types: [String]
        /// The projections whose rows may be wrong.
        public let affected: [String]
        /// The projections whose rows cannot be, with the reason.
        public let unaffected: [Unaffected]

        /// A projection that does not suffer.
        public struct Unaffected: Hashable, Sendable {
            /// The projection's name.
            public let projection: String
            /// Why its rows are right all the same.
            public let reason: String
        }
    }
}

/// A kind of finding: its stable name, how much it matters and what it means.
///
/// Kinds are declared as static members, in one file for each check; the documentation lists them all.
public struct FindingKind: Hashable, Sendable, CustomStringConvertible {
    /// `check.what`, lower-case words with hyphens; never changed once released.
    public let name: String
    /// How much a finding of this kind matters.
    public let severity: Finding.Severity
    /// What it means and what can be done, as one line.
    public let meaning: String

    /// The check whose finding it is: the name up to the full stop.
    public var check: Substring { name.prefix { $0 != "." } }

    /// The name.
    public var description: String { name }

    /// Declares a kind; `name` is `check.what`.
    public init(_ name: String, _ severity: Finding.Severity, meaning: String) {
        self.name = name
        self.severity = severity
        self.meaning = meaning
    }
}

/// Whether something is shown: the values of `--color` and `--progress`.
public enum OutputChoice: String, Hashable, Sendable, CaseIterable {
    /// When the terminal allows it.
    case auto
    /// In any case.
    case always
    /// In no case.
    case never

    /// The words for an option's `choice`.
    public static var words: [String] { allCases.map(\.rawValue) }

    /// Whether output for people is coloured.
    ///
    /// The option beats `NO_COLOR` (https://no-color.org), that a terminal that calls itself dumb, that
    /// `FORCE_COLOR`, and that the terminal test.
    func allowsColor(isTerminal: Bool, environment: (String) -> String?) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if environment("NO_COLOR")?.isEmpty == false { return false }
            if environment("TERM") == "dumb" { return false }
            if let force = environment("FORCE_COLOR"), !force.isEmpty { return force != "0" }
            return isTerminal
        }
    }
}

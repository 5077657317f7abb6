/// One manual page.
public struct ManualPage: Hashable, Sendable {
    /// The page's name, such as `evtool-info`.
    public let name: String
    /// The section of the manual: 1 for commands, 5 for formats, 7 for the rest.
    public let section: Int
    /// The page in the language of man(7).
    public let text: String
}

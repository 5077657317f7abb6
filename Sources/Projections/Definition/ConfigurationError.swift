/// A parameter of a projection that is not accepted.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The parameter's name.
    public let parameter: String

    /// One sentence: what was given and what is accepted.
    public let description: String

    /// An error about a parameter.
    public init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        self.description = message
    }
}

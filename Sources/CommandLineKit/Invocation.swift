/// What a command line asks for.
public enum Invocation: Sendable {
    /// Run a verb.
    case run(ParsedArguments)
    /// Show help on a verb, a topic or an error code; on the tool when the topic is empty.
    case help(topic: [String], isFull: Bool)
    /// Show the version.
    case version
}

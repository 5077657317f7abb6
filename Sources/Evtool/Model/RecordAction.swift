public import CommandLineKit
public import EventLog

/// One thing a user of the model's app can do, as `record` offers it: `record view PHOTO.json`.
public struct RecordAction: Sendable {
    /// The verb after `record`, with its arguments, options and examples.
    public let verb: Verb
    /// Makes the events from the arguments.
    ///
    /// - Parameters: The parsed command line, and a function that reads an input file (`-` is standard input).
    public let events:
        @Sendable (ParsedArguments, (_ path: String) throws(ToolError) -> [UInt8]) throws(ToolError) ->
            [ProposedEvent]

    /// An action.
    public init(
        _ verb: Verb,
        events:
            @escaping @Sendable (
                ParsedArguments, (_ path: String) throws(ToolError) -> [UInt8]
            ) throws(ToolError) -> [ProposedEvent]
    ) {
        self.verb = verb
        self.events = events
    }
}

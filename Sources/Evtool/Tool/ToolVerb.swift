internal import CommandLineKit

/// One verb of the tool: how it is called, and what it does.
///
/// A verb parses, calls the library and prints; whatever decides anything lives in the library.
protocol ToolVerb: Sendable {
    /// The word that is typed.
    static var name: String { get }

    /// How the verb is called: the source of parser and help.
    static func verb(for model: Model) -> Verb

    /// Does it and returns the exit status.
    static func run(_ context: ToolContext) throws(ToolError) -> ExitStatus
}

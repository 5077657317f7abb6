public import EventLog
public import Projections

/// The smallest part of a history that gives a row, or loses it, with what somebody expected instead: a complaint
/// as a test.
public struct FoldCase: Sendable {
    /// The version of the file's format.
    public static let format: Int64 = 1

    /// The name of the shown table.
    public let table: String
    /// The row's key, its parts with a slash between them.
    public let key: String
    /// Whose row it is.
    public let stream: StreamName
    /// The name of the projection that owns the table.
    public let projection: String
    /// The version of the fold that gave the row.
    public let version: UInt32
    /// The settings of the fold that gave the row.
    public let parameters: [Parameter]
    /// What the fold gave when the case was written.
    public let gives: ExpectedRow
    /// What somebody expected; nil where nobody said.
    public let expects: ExpectedRow?
    /// The events, under the positions that they have in the log.
    public let events: any EventSource

    /// A case of these events.
    public init(
        table: String, key: String, stream: StreamName, projection: AnyProjection, gives: ExpectedRow,
        expects: ExpectedRow?, events: any EventSource
    ) {
        self.init(
            table: table, key: key, stream: stream, projection: projection.name,
            version: projection.version, parameters: projection.parameters, gives: gives, expects: expects,
            events: events)
    }

    init(
        table: String, key: String, stream: StreamName, projection: String, version: UInt32,
        parameters: [Parameter], gives: ExpectedRow, expects: ExpectedRow?, events: any EventSource
    ) {
        self.table = table
        self.key = key
        self.stream = stream
        self.projection = projection
        self.version = version
        self.parameters = parameters
        self.gives = gives
        self.expects = expects
        self.events = events
    }
}

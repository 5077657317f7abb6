public import CommandLineKit
public import EventCoding
public import Exchange
public import Projections

/// What the tool works on: event types, folds and formats of one app.
///
/// An app with its own events and folds ships its own tool by giving its model to `Tool`.
public struct Model: Sendable {
    /// The program's name, as users type it.
    public var program: String
    /// The program's version.
    public var version: String
    /// One sentence for the help: what the program is for.
    public var summary: String
    /// The model's word for a stream: "user".
    public var streamWord: String
    /// The short option for the model's word, beside `--stream`'s `-s`.
    public var streamLetter: Character?
    /// The event types.
    public var catalogue: EventCatalogue
    /// The folds with their present parameters.
    public var projections: [AnyProjection]
    /// The projection of that name with another cap, or nil when it has none.
    public var withCap: @Sendable (_ projection: String, _ cap: Int) -> AnyProjection?
    /// What `record` offers beside `record events`.
    public var actions: [RecordAction]
    /// The foreign formats that `import` reads.
    public var formats: [any ImportFormat]
    /// What `help CODE` says about the errors of the model's own actions.
    public var errors: [ErrorCatalogue.Entry]

    /// A model.
    public init(
        program: String = "evtool", version: String, summary: String, streamWord: String,
        streamLetter: Character? = nil, catalogue: EventCatalogue, projections: [AnyProjection],
        withCap: @escaping @Sendable (_ projection: String, _ cap: Int) -> AnyProjection? = { _, _ in nil },
        actions: [RecordAction] = [], formats: [any ImportFormat] = [],
        errors: [ErrorCatalogue.Entry] = []
    ) {
        self.program = program
        self.version = version
        self.summary = summary
        self.streamWord = streamWord
        self.streamLetter = streamLetter
        self.catalogue = catalogue
        self.projections = projections
        self.withCap = withCap
        self.actions = actions
        self.formats = formats
        self.errors = errors
    }
}

public import CommandLineKit
public import EventCoding
public import Exchange
internal import Platform
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
    public var catalogue: EventCatalogue {
        get { parts.catalogue.value }
        set {
            let old = self
            parts = Parts(
                catalogue: newValue, projections: old.projections, actions: old.actions, errors: old.errors)
        }
    }
    /// The folds with their present parameters.
    public var projections: [AnyProjection] {
        get { parts.projections.value }
        set {
            let old = self
            parts = Parts(
                catalogue: old.catalogue, projections: newValue, actions: old.actions, errors: old.errors)
        }
    }
    /// The projection of that name with another cap, or nil when it has none.
    public var withCap: @Sendable (_ projection: String, _ cap: Int) -> AnyProjection?
    /// What `record` offers beside `record events`.
    public var actions: [RecordAction] {
        get { parts.actions.value }
        set {
            let old = self
            parts = Parts(
                catalogue: old.catalogue, projections: old.projections, actions: newValue, errors: old.errors)
        }
    }
    /// The foreign formats that `import` reads.
    public var formats: [any ImportFormat]
    /// What `help CODE` says about the errors of the model's own actions.
    public var errors: [ErrorCatalogue.Entry] {
        get { parts.errors.value }
        set {
            let old = self
            parts = Parts(
                catalogue: old.catalogue, projections: old.projections, actions: old.actions, errors: newValue
            )
        }
    }
    private var parts: Parts

    /// What only some commands need, which must not cost the others time.
    private final class Parts: Sendable {
        let catalogue: Lazy<EventCatalogue>
        let projections: Lazy<[AnyProjection]>
        let actions: Lazy<[RecordAction]>
        let errors: Lazy<[ErrorCatalogue.Entry]>

        init(
            catalogue: @escaping @autoclosure @Sendable () -> EventCatalogue,
            projections: @escaping @autoclosure @Sendable () -> [AnyProjection],
            actions: @escaping @autoclosure @Sendable () -> [RecordAction],
            errors: @escaping @autoclosure @Sendable () -> [ErrorCatalogue.Entry]
        ) {
            self.catalogue = Lazy(catalogue)
            self.projections = Lazy(projections)
            self.actions = Lazy(actions)
            self.errors = Lazy(errors)
        }
    }

    /// A model; its types, folds, actions and errors are made, once, when a command first needs them.
    public init(
        program: String = "evtool", version: String, summary: String, streamWord: String,
        streamLetter: Character? = nil,
        catalogue: @escaping @autoclosure @Sendable () -> EventCatalogue,
        projections: @escaping @autoclosure @Sendable () -> [AnyProjection],
        withCap: @escaping @Sendable (_ projection: String, _ cap: Int) -> AnyProjection? = { _, _ in nil },
        actions: @escaping @autoclosure @Sendable () -> [RecordAction] = [],
        formats: [any ImportFormat] = [],
        errors: @escaping @autoclosure @Sendable () -> [ErrorCatalogue.Entry] = []
    ) {
        self.program = program
        self.version = version
        self.summary = summary
        self.streamWord = streamWord
        self.streamLetter = streamLetter
        self.withCap = withCap
        self.formats = formats
        parts = Parts(
            catalogue: catalogue(), projections: projections(), actions: actions(), errors: errors())
    }
}

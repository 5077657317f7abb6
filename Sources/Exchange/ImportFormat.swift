public import EventLog

/// A foreign format from which a model can make events.
///
/// What it makes of one input is always the same, ids included: a second import of the same rows adds nothing.
public protocol ImportFormat: Sendable {
    /// The name by which the format is chosen: `poi-visits`.
    var name: String { get }

    /// What the format is, as one sentence.
    var documentation: String { get }

    /// The options that the format understands, in the order in which they are told.
    var options: [ImportOption] { get }

    /// Whether the files name no user, so that one stream is chosen for all events: `ImportOptions.stream`.
    var takesStream: Bool { get }

    /// Whether a file that begins with `prefix` looks like this format.
    ///
    /// - Parameter prefix: The first bytes of a file, 4096 of them where it has so many.
    func recognises(_ prefix: Span<UInt8>) -> Bool

    /// The events of all files together, or none.
    ///
    /// - Parameters:
    ///   - files: At least one file, in the order given.
    ///   - options: Values for some of `options`; others are passed over.
    /// - Throws: `ExchangeError` for the first fault, with file, line and column.
    func read(_ files: [ImportFile], options: ImportOptions) throws(ExchangeError) -> ImportBatch
}

extension ImportFormat {
    /// Files name their users unless a format says otherwise.
    public var takesStream: Bool { false }
}

/// A file to import, in memory.
public struct ImportFile: Hashable, Sendable {
    /// The name for errors; nothing else depends on it.
    public let name: String

    /// The whole content.
    public let bytes: [UInt8]

    /// A file with its content.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// An event that was made of a foreign file.
public struct ImportedEvent: Hashable, Sendable {
    /// The stream it belongs to.
    public let stream: StreamName

    /// The event, its payload in the stored form, always with an id.
    public let event: ProposedEvent

    /// The line of the file that it comes from, from 1.
    public let line: Int

    /// An event with its origin.
    public init(stream: StreamName, event: ProposedEvent, line: Int) {
        self.stream = stream
        self.event = event
        self.line = line
    }
}

internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Projections

/// Tells of single events what an answer says about its causes.
final class CauseEvents {
    /// What is told of an event.
    struct Summary {
        let position: UInt64
        /// When it was appended, in milliseconds since 1970; nil where nothing readable stands.
        let recorded: Int64?
        let type: String
        let subject: String
        /// Its type and its line, such as `photo.viewed p17`.
        let what: String
    }

    private let source: any EventSource
    private let context: ToolContext

    init(_ source: any EventSource, _ context: ToolContext) {
        self.source = source
        self.context = context
    }

    /// The event at a position.
    func event(at position: UInt64) throws(ToolError) -> Summary {
        var block = EventBlock()
        do { try source.read(position, into: &block) } catch { throw context.toolError(error) }
        block.upcast(with: context.model.catalogue)
        if !block.isEmpty, let event = block.event(at: 0) {
            return Self.summary(of: event, context.model.catalogue)
        }
        let problem = block.isEmpty ? "nothing" : EventPrinter.problem(block, at: 0)
        return Summary(position: position, recorded: nil, type: "", subject: "", what: problem)
    }

    private static func summary(of event: borrowing Event, _ catalogue: EventCatalogue) -> Summary {
        let line = EventPrinter.what(event, catalogue)
        return Summary(
            position: event.position, recorded: event.recorded, type: event.typeText,
            subject: event.subjectText,
            what: line.isEmpty ? event.typeText : "\(event.typeText) \(line)")
    }

    /// When an event was appended, in the zone that was asked for.
    func time(_ event: Summary) -> String {
        guard let recorded = event.recorded else { return "" }
        return Timestamp(milliseconds: recorded).shortText(
            zoneMinutes: Int16(context.zone.offsetMinutes(at: recorded)))
    }
}

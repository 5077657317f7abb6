import EventCoding
import EventLog
import Exchange
import TravelEvents

/// The reader of event lines, as `record events` takes them.
enum LinesEntry {
    static func run(_ input: Span<UInt8>) {
        var reader = EventLineReader(catalogue: TravelCatalogue.catalogue)
        guard let lines = try? reader.read(input) else { return }
        for line in lines.lines {
            precondition((try? CBORView(validating: line.event.payload.span)) != nil, "payloads are sound")
        }
    }
}

import EventCoding
import EventLog

/// The lines of an export while they are written.
final class ExportLines {
    private let header: ExportHeader
    private let form = EventJSON(.export)
    private let tree: EntryTree
    private var json = JSONWriter()
    private var events = 0
    private var withheld = 0
    private var gaps = 0
    private var takenBytes = 0
    private var isComplete = true

    /// Begins with the header's line.
    init(_ header: ExportHeader) {
        self.header = header
        tree = EntryTree(of: header.identity)
        header.write(into: &json)
        json.endLine()
    }

    /// The bytes that were not taken yet.
    var pendingBytes: Int { json.bytes.count }

    /// Gives the bytes written since the last call.
    func take() -> [UInt8] {
        let bytes = json.bytes
        takenBytes += bytes.count
        json.removeAll()
        return bytes
    }

    /// Writes the entry at `index`.
    func add(_ block: borrowing EventBlock, at index: Int) {
        let leaf = tree.add(block, at: index)
        switch block.entry(at: index) {
        case .event(let event):
            events += 1
            form.write(event, leaf: leaf, into: &json)
        case .withheld(let event):
            withheld += 1
            form.write(event, leaf: leaf, into: &json)
        case .missing(let range, let reason):
            gaps += 1
            if reason == .undeclared || reason == .cutOff { isComplete = false }
            form.write(missing: range, reason: reason, into: &json)
        case .unreadable(let position, _):
            gaps += 1
            isComplete = false
            form.write(missing: position...position, reason: .unreadable, into: &json)
        }
        json.endLine()
    }

    /// Writes the end's line and tells what the export holds.
    func end(head: LogHead) -> ExportSummary {
        // A root that the places do not add up to is never vouched for.
        if !header.isSelective, isComplete, tree.root != head.root { isComplete = false }
        json.beginObject()
        json.member("kind", "end")
        json.member("count", count: UInt64(events + withheld))
        json.member("head", head.description)
        json.member("complete", isComplete)
        json.key("format")
        json.integer(ExportHeader.format)
        json.endObject()
        json.endLine()
        var summary = ExportSummary(head: head)
        summary.events = events
        summary.withheld = withheld
        summary.gaps = gaps
        summary.bytes = takenBytes + json.bytes.count
        summary.isComplete = isComplete
        return summary
    }
}

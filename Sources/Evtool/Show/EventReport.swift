internal import CommandLineKit
internal import EventCoding
internal import EventLog
internal import Exchange
internal import Projections

/// One event in full, and what it changed, in the form that the user asked for.
struct EventReport {
    let context: ToolContext
    let event: ShownEvent
    let changes: EventChanges
    let head: LogHead

    // MARK: People

    /// Prints the screen.
    func print() {
        let versions =
            event.storedVersion == event.version
            ? "\(event.version)" : "\(event.storedVersion) \(context.console.marks.arrow) \(event.version)"
        var title = StyledText("event \(event.position)", .strong)
        title.append("   ")
        title.append("\(event.type) \(versions)", .strong)
        title.append("   \(event.stream)/\(event.revision)   id \(event.id)")
        context.console.print(title)
        show("occurred", occurredText + "   recorded \(time(event.recorded))")
        if event.clock != event.recorded { show("clock", "said \(time(event.clock)) then") }
        if !event.subject.isEmpty { show("subject", event.subject) }
        if event.batchSize > 1 { show("batch", "\(event.batchIndex + 1) of \(event.batchSize)") }
        if !event.flags.isEmpty { show("flags", event.flags.joined(separator: ", ")) }
        if let problem = event.schemaProblem(context.model.catalogue) { show("schema", problem, .notable) }
        if event.metadata.map?.isEmpty == false { show("metadata", PayloadText.lines(event.metadata)) }
        show("data", PayloadText.lines(event.data))
        printChanges()
        show("record", "\(CountText.of(event.byteCount, "byte")), checksum ok")
        show("leaf", event.leaf)
        show("head", head.description)
    }

    /// When it happened, in the zone that was asked for, and the zone in which it was given.
    private var occurredText: String {
        let text = time(event.occurred.milliseconds)
        let zone = Int(event.occurred.zoneMinutes)
        guard zone != context.zone.offsetMinutes(at: event.occurred.milliseconds) else { return text }
        return text + " (given as \(event.occurred.rfc3339))"
    }

    private func time(_ milliseconds: Int64) -> String {
        Timestamp(milliseconds: milliseconds).shortText(
            zoneMinutes: Int16(context.zone.offsetMinutes(at: milliseconds)), milliseconds: true)
    }

    private func show(_ label: String, _ text: String, _ style: StyledText.Style? = nil) {
        show(label, StyledText(text, style))
    }

    private func show(_ label: String, _ lines: [String]) {
        for (index, line) in lines.enumerated() { show(index == 0 ? label : "", line) }
    }

    private func show(_ label: String, _ text: StyledText) {
        var line = StyledText(label, .faint)
        line.append(String(repeating: " ", count: max(1, 11 - label.count)))
        line.append(text)
        context.console.print(line)
    }

    private func printChanges() {
        var label = "changed"
        func add(_ text: StyledText) {
            show(label, text)
            label = ""
        }
        let width = changes.changes.map(\.table.count).max() ?? 0
        var table = ""
        for change in changes.changes {
            let name = change.table == table ? "" : change.table
            table = change.table
            var line = StyledText(name + String(repeating: " ", count: width - name.count + 2))
            line.append(ChangeText(context).line(change))
            add(line)
        }
        for failure in changes.failures {
            add(StyledText("\(failure.projection) could not apply it: \(failure.error.message)", .bad))
        }
        if !changes.isTaken {
            add(StyledText("nothing: no projection takes events of this type"))
        } else if !changes.unchanged.isEmpty {
            add(StyledText(changes.unchanged.joined(separator: ", ") + " unchanged"))
        }
        for doubt in changes.doubts.prefix(Self.shownDoubts) {
            add(StyledText("in doubt: \(doubt)", .bad))
        }
        if changes.doubts.count > Self.shownDoubts {
            add(StyledText("in doubt: and \(changes.doubts.count - Self.shownDoubts) more", .bad))
        }
    }

    /// How many reasons for doubt are shown.
    private static let shownDoubts = 5

    // MARK: Machines

    /// Writes the event's line, then one for each effect.
    func writeJSON(_ original: borrowing Event) {
        var json = JSONWriter()
        var hasher = LeafHasher()
        EventJSON(.log).write(original, leaf: hasher.leaf(of: original), into: &json) { json in
            json.key("stored_schema_version")
            json.unsigned(UInt64(event.storedVersion))
            json.key("flags")
            json.beginArray()
            for flag in event.flags { json.string(flag) }
            json.endArray()
            json.key("bytes")
            json.integer(Int64(event.byteCount))
            json.key("checksum")
            json.string("ok")
            json.key("head")
            json.string(head.description)
        }
        json.endLine()
        context.console.writeBytes(json.bytes)
        for change in changes.changes {
            context.console.write(change.jsonLine(position: event.position, stream: event.stream))
        }
        for failure in changes.failures { context.console.write(failure.jsonLine) }
    }

    /// Writes a line of name and value for each fact, under the names of the JSON form.
    func writePlain() {
        var table = TextTable([.text("field"), .text("value")])
        func add(_ name: String, _ value: String) { table.append([name, value]) }
        func time(_ milliseconds: Int64) -> String { Timestamp(milliseconds: milliseconds).rfc3339UTC }
        add("position", "\(event.position)")
        add("stream", event.stream)
        add("revision", "\(event.revision)")
        add("id", event.id)
        add("type", event.type)
        add("schema_version", "\(event.version)")
        add("stored_schema_version", "\(event.storedVersion)")
        add("subject", event.subject)
        add("occurred", event.occurred.rfc3339UTC)
        add("zone", "\(event.occurred.zoneMinutes)")
        add("recorded", time(event.recorded))
        add("clock", time(event.clock))
        add("batch.index", "\(event.batchIndex)")
        add("batch.size", "\(event.batchSize)")
        for flag in event.flags { add("flag", flag) }
        for (path, value) in PayloadText.paths(event.metadata, under: "metadata") { add(path, value) }
        for (path, value) in PayloadText.paths(event.data, under: "data") { add(path, value) }
        add("leaf", event.leaf)
        add("bytes", "\(event.byteCount)")
        add("checksum", "ok")
        add("head", head.description)
        for (index, change) in changes.changes.enumerated() {
            let name = "effect[\(index)]"
            add("\(name).table", change.table)
            add("\(name).op", change.operation.rawValue)
            add("\(name).key", change.key)
            for (part, values) in [("before", change.before), ("after", change.after)] {
                for (column, value) in zip(change.columns, values ?? []) {
                    add("\(name).\(part).\(column)", value.text(context))
                }
            }
            add("\(name).reason", change.reason)
        }
        for failure in changes.failures { add("failed.\(failure.projection)", failure.error.message) }
        context.console.print(table)
    }
}

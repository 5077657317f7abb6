internal import CommandLineKit
internal import Digest
internal import EventCoding
internal import EventLog
internal import Projections
internal import UnicodeText

/// The screen that `info` shows, and its line of JSON.
struct InfoReport {
    private let context: ToolContext
    private let opened: OpenedLog
    private let summary: LogSummary
    private let identity: LogIdentity
    private let head: LogHead
    private let streams: Int
    private let stored: [StoredStatus]

    init(_ context: ToolContext, _ opened: OpenedLog, _ summary: LogSummary) throws(ToolError) {
        self.context = context
        self.opened = opened
        self.summary = summary
        (identity, head, streams, stored) = try context.reading {
            (
                try opened.log.identity(), try opened.log.head(), try opened.log.streams().count,
                try StoredProjections(
                    context.model.projections, catalogue: context.model.catalogue, store: opened.log,
                    unicodeVersion: UnicodeText.unicodeVersion
                ).status().filter { $0.state != .missing }
            )
        }
    }

    /// Whether every record could be read, and what is known about stored rows.
    var isComplete: Bool { summary.isComplete && !stored.contains { $0.state == .damaged } }

    /// The name of a stored set; the record about a damaged one does not tell it.
    private func name(of set: StoredStatus) -> String { set.name.isEmpty ? "(unknown)" : set.name }

    private var name: String {
        if opened.path == "-" { return "standard input" }
        let path = opened.path
        return path.split(separator: "/").last.map(String.init) ?? path
    }

    private var container: String {
        guard opened.export == nil else { return "NDJSON export" }
        return "LMDB, \(opened.isLive ? "live" : "static copy")"
    }

    private func describe(_ origin: LogOrigin) -> String {
        let traits = origin.traits.names.joined(separator: ", ")
        return "made of log \(origin.logID) at \(origin.position) (\(traits.isEmpty ? "whole" : traits))"
    }

    // MARK: People

    /// Prints the screen.
    func print() {
        show("log", "\(name) (\(container))   format \(identity.format), log id \(identity.logID)")
        if let origin = identity.origin { show("origin", describe(origin)) }
        if identity.epochs.count > 1 {
            show(
                "epochs",
                "\(identity.epochs.count): continued as a copy from event "
                    + identity.epochs.dropFirst().map { "\($0.firstPosition)" }.joined(separator: ", "))
        }
        showEvents()
        if let strip = ActivityStrip.text(days: summary.days, bars: context.console.marks.bars) {
            show("activity", strip)
        }
        showTypes()
        showStored()
        show("head", head.description)
        showHealth()
    }

    private func show(_ label: String, _ text: String, _ style: StyledText.Style? = nil) {
        var line = StyledText(label, .faint)
        line.append(String(repeating: " ", count: max(1, 11 - label.count)))
        line.append(text, style)
        context.console.print(line)
    }

    private func showEvents() {
        guard head.position > 0 else { return show("events", "none yet") }
        var text = "\(summary.events)   1..\(head.position), "
        text += summary.gaps.isEmpty ? "no gaps" : CountText.of(summary.gaps.count, "gap")
        if let recorded = summary.recorded {
            text +=
                "   recorded \(time(recorded.lowerBound)) \(context.console.marks.ellipsis) \(time(recorded.upperBound))"
        }
        show("events", text)
        show("\(context.model.streamWord)s", "\(streams)")
    }

    private func time(_ milliseconds: Int64) -> String {
        Timestamp(milliseconds: milliseconds).shortText(
            zoneMinutes: Int16(context.zone.offsetMinutes(at: milliseconds)))
    }

    private func showTypes() {
        let perLine = 3
        let items = summary.types.map { "\($0.name) \($0.count)" }
        for start in stride(from: 0, to: items.count, by: perLine) {
            let line = items[start..<min(start + perLine, items.count)].joined(separator: "   ")
            show(start == 0 ? "types" : "", line)
        }
    }

    private func showStored() {
        guard !stored.isEmpty else {
            let nothing = "nothing: stored rows do not travel in an export"
            return show("stored", opened.export == nil ? "no projections" : nothing)
        }
        for (index, set) in stored.enumerated() {
            show(index == 0 ? "stored" : "", describe(set))
        }
        show("unicode", UnicodeText.unicodeVersion)
    }

    private func describe(_ set: StoredStatus) -> String {
        let text =
            "\(name(of: set)) \(set.version)   \(CountText.of(set.rowCount, "row")) at \(set.checkpoint)"
        return Self.remark(on: set.state).map { text + " (\($0))" } ?? text
    }

    private static func remark(on state: StoredStatus.State) -> String? {
        switch state {
        case .current, .missing: nil
        case .behind(let count): "\(count) behind"
        case .failed(let position): "stopped: event \(position) could not be applied"
        case .ahead: "ahead of the log: an older copy was restored"
        case .otherLog: "made from another log"
        case .stale: "made under other schema or Unicode versions"
        case .damaged: "the record about them is damaged"
        case .other: "another version or other parameters"
        }
    }

    private func showHealth() {
        for gap in summary.gaps.prefix(5) { show("missing", "\(gap.lowerBound)..\(gap.upperBound)", .bad) }
        for (position, why) in summary.unreadable.prefix(5) {
            show("unreadable", "event \(position): \(why)", .bad)
        }
        if summary.withheld > 0 {
            show("withheld", "\(CountText.of(summary.withheld, "event")) without content")
        }
        if identity.features.hasRelaxedAppends {
            show(
                "durability",
                "some appends did not wait for the full sync: a power cut may have cost the last ones")
        }
        if summary.clockRanBack > 0 {
            show(
                "clock", "\(CountText.of(summary.clockRanBack, "event")) recorded with the clock running back"
            )
        }
        if summary.isComplete {
            show(
                "checks",
                "every record was read, its checksum fits; full check: \(context.command(["verify"]))", .good)
        } else {
            let why =
                summary.unreadable.isEmpty
                ? "every record here was read, its checksum fits; some events are missing"
                : "some records could not be read"
            show("checks", why, .bad)
        }
    }

    // MARK: Machines

    /// Writes a line of name and value for each fact, under the names of the JSON form.
    func writePlain() {
        var table = TextTable([.text("field"), .text("value")])
        func add(_ name: String, _ value: String?) { if let value { table.append([name, value]) } }
        func time(_ milliseconds: Int64?) -> String? {
            milliseconds.map { Timestamp(milliseconds: $0).rfc3339UTC }
        }
        add("log_id", identity.logID.hex)
        add("container", opened.export == nil ? "lmdb" : "ndjson")
        add("origin", identity.origin.map { describe($0) })
        add("live", "\(opened.isLive)")
        add("log_format", "\(identity.format)")
        add("epochs", "\(identity.epochs.count)")
        add("events", "\(summary.events)")
        add("last", "\(head.position)")
        for gap in summary.gaps { add("gap", "\(gap.lowerBound)..\(gap.upperBound)") }
        for place in summary.unreadable { add("unreadable", "\(place.position): \(place.why)") }
        add("withheld", "\(summary.withheld)")
        add("clock_ran_back", "\(summary.clockRanBack)")
        add("recorded_first", time(summary.recorded?.lowerBound))
        add("recorded_last", time(summary.recorded?.upperBound))
        add("occurred_first", time(summary.occurred?.lowerBound))
        add("occurred_last", time(summary.occurred?.upperBound))
        add("streams", "\(streams)")
        for type in summary.types { add("types.\(type.name)", "\(type.count)") }
        for set in stored {
            let name = "projections.\(self.name(of: set))"
            add("\(name).version", "\(set.version)")
            add("\(name).rows", "\(set.rowCount)")
            add("\(name).at", "\(set.checkpoint)")
            add("\(name).remark", Self.remark(on: set.state))
        }
        add("unicode", UnicodeText.unicodeVersion)
        add("head", head.description)
        context.console.print(table)
    }

    /// Writes the line of JSON.
    func writeJSON() {
        var line = JSONLine(kind: "info")
        line.string("log_id", identity.logID.hex)
        line.string("container", opened.export == nil ? "lmdb" : "ndjson")
        if let origin = identity.origin {
            line.object("origin") { line in
                line.string("log_id", origin.logID.hex)
                line.unsigned("last", origin.position)
                line.string("root", origin.root?.hex)
                line.strings("traits", origin.traits.names)
            }
        }
        line.bool("live", opened.isLive)
        line.unsigned("log_format", identity.format)
        line.count("epochs", identity.epochs.count)
        line.string("durability", identity.features.hasRelaxedAppends ? "relaxed" : "full")
        line.unsigned("events", summary.events)
        line.unsigned("first", head.position > 0 ? 1 : nil)
        line.unsigned("last", head.position > 0 ? head.position : nil)
        line.objects("gaps", summary.gaps) { line, gap in
            line.unsigned("first", gap.lowerBound)
            line.unsigned("last", gap.upperBound)
        }
        line.objects("unreadable", summary.unreadable) { line, place in
            line.unsigned("position", place.position)
            line.string("reason", place.why)
        }
        line.count("withheld", summary.withheld)
        line.count("clock_ran_back", summary.clockRanBack)
        line.time("recorded_first", summary.recorded.map { Timestamp(milliseconds: $0.lowerBound) })
        line.time("recorded_last", summary.recorded.map { Timestamp(milliseconds: $0.upperBound) })
        line.time("occurred_first", summary.occurred.map { Timestamp(milliseconds: $0.lowerBound) })
        line.time("occurred_last", summary.occurred.map { Timestamp(milliseconds: $0.upperBound) })
        line.count("streams", streams)
        line.object("types") { line in
            for type in summary.types { line.count(type.name, type.count) }
        }
        line.objects("projections", stored) { line, set in
            line.string("name", name(of: set))
            line.unsigned("version", UInt64(set.version))
            line.unsigned("rows", set.rowCount)
            line.unsigned("at", set.checkpoint)
            line.string("remark", Self.remark(on: set.state))
        }
        line.string("unicode", UnicodeText.unicodeVersion)
        line.string("head", head.description)
        context.console.write(line)
    }
}

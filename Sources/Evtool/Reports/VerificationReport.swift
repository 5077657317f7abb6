internal import CommandLineKit
internal import Digest
internal import EventCoding
internal import EventLog
internal import Forensics

/// What `verify` prints: a line for each check, the damage in the user's words, and what is proved.
struct VerificationReport {
    let verification: Verification
    let name: String
    let context: ToolContext

    /// No where something is wrong; cannot tell where something could not be checked, or nothing is there.
    var status: ExitStatus {
        if verification.hasFailed { return .no }
        return verification.isIncomplete ? .cannotTell : .yes
    }

    private var head: String { verification.head?.description ?? "" }

    // MARK: Machines

    func writeJSON() {
        for result in verification.results { context.console.write(json(result)) }
        for damage in verification.damages { context.console.write(json(damage)) }
        var line = JSONLine(kind: "coverage")
        line.string("consistent", consistentRange)
        line.unsigned("proved", verification.proved)
        line.strings("signers", verification.provedBy?.signers ?? [])
        line.strings("not_proved", unproved)
        line.string("head", verification.head?.description)
        context.console.write(line)
    }

    private func json(_ result: Verification.Result) -> JSONLine {
        var line = JSONLine(kind: "check")
        line.string("name", result.check.rawValue)
        line.string("result", result.outcome.rawValue)
        line.string("message", result.message)
        line.string("severity", result.findings.map(\.severity).max().map { "\($0)" })
        line.count("count", result.findingCount)
        line.objects("findings", result.findings) { line, finding in
            line.string("id", finding.kind.name)
            line.string("severity", "\(finding.severity)")
            line.string("message", finding.message)
            line.unsigned("first", finding.positions?.lowerBound)
            line.unsigned("last", finding.positions?.upperBound)
            line.unsigned("page", finding.page)
            line.unsigned("offset", finding.offset)
        }
        if let next = next(after: result) { line.string("next", next) }
        return line
    }

    private func json(_ damage: Verification.Damage) -> JSONLine {
        var line = JSONLine(kind: "damage")
        line.unsigned("first", damage.positions.lowerBound)
        line.unsigned("last", damage.positions.upperBound)
        line.string("reason", damage.reason)
        line.time("after", damage.after.map { Timestamp(milliseconds: $0) })
        line.time("before", damage.before.map { Timestamp(milliseconds: $0) })
        line.strings("types", damage.types)
        line.strings("affected", damage.affected)
        line.strings("unaffected", damage.unaffected.map(\.projection))
        return line
    }

    func writePlain() {
        var table = TextTable([.text("check"), .text("result"), .number("findings"), .text("message")])
        for result in verification.results {
            table.append([
                result.check.rawValue, result.outcome.rawValue, String(result.findingCount), result.message,
            ])
        }
        context.console.print(table)
    }

    // MARK: People

    func print() {
        let console = context.console
        console.print("\(name)   \(CountText.of(verification.events, "event"))")
        for result in verification.results {
            let word = result.outcome == .fail ? "FAIL" : result.outcome.rawValue
            console.print(
                Self.padded(result.check.rawValue, 12) + " " + Self.padded(word, 10) + " " + result.message)
            guard result.outcome == .fail, result.findingCount > 1 else { continue }
            for finding in result.findings.dropFirst() { console.print("             " + finding.message) }
        }
        if !verification.damages.isEmpty {
            console.print()
            for damage in verification.damages { console.print("Damage       " + text(damage)) }
        }
        console.print()
        for line in verdict { console.print(line) }
        if let next = verification.results.lazy.compactMap({ self.next(after: $0) }).first {
            console.print("next: \(next)")
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }

    private func text(_ damage: Verification.Damage) -> String {
        let range = damage.positions
        var text =
            range.count == 1
            ? "event \(range.lowerBound) cannot be read"
            : "events \(range.lowerBound)..\(range.upperBound) cannot be read"
        let neighbours = [damage.previous, damage.next].compactMap { $0.map { "\($0)" } }
        if !neighbours.isEmpty {
            text +=
                neighbours.count == 1
                ? " (record \(neighbours[0]) is fine)"
                : " (records \(neighbours[0]) and \(neighbours[1]) are fine)"
        }
        text += ": " + (damage.types.isEmpty ? "of an unknown type" : Self.list(damage.types, "or"))
        switch (damage.after, damage.before) {
        case (let after?, let before?): text += ", between \(time(after)) and \(time(before))"
        case (let after?, nil): text += ", after \(time(after))"
        case (nil, let before?): text += ", before \(time(before))"
        case (nil, nil): break
        }
        let well = damage.unaffected.map { "\($0.projection) unaffected (\($0.reason))" }
        let lacking =
            damage.affected.isEmpty ? [] : [Self.list(damage.affected, "and") + " may lack something"]
        let meaning = (well + lacking).joined(separator: ", ")
        return meaning.isEmpty ? text : text + "; " + meaning
    }

    private static func list(_ words: [String], _ joint: String) -> String {
        guard words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(joint) " + words[words.count - 1]
    }

    private func time(_ milliseconds: Int64) -> String { Timestamp(milliseconds: milliseconds).rfc3339UTC }

    // MARK: The verdict

    private var consistentRange: String? {
        guard verification.isConsistent, let head = verification.head, head.position > 0 else { return nil }
        return "\((verification.proved ?? 0) + 1)..\(head.position)"
    }

    private var unproved: [String] {
        guard let head = verification.head, !verification.contradicted else { return ["rewrite", "tail"] }
        guard let proved = verification.proved else { return ["tail", "rewrite"] }
        return proved < head.position ? ["rewrite after \(proved)", "tail"] : ["tail"]
    }

    private var verdict: [String] {
        guard let head = verification.head else {
            return ["Unreadable   no record can be reached from the front; what is sound can be salvaged."]
        }
        guard head.position > 0 else { return ["Nothing to verify: the log holds no event."] }
        var lines: [String] = []
        if verification.contradicted {
            lines.append("Contradicted the log is not the one of which the anchor was made.")
        }
        if let proved = verification.proved, let anchor = verification.provedBy {
            let what = "events 1..\(proved) are those of the anchor"
            if !anchor.signers.isEmpty {
                lines.append("Proved       \(what), signed by \(Self.list(anchor.signers, "and")).")
            } else if anchor.logID == nil {
                lines.append("Proved       \(what), if the root was kept where nobody could change it.")
            } else {
                lines.append("Agrees       \(what), whose signature was not checked.")
            }
        }
        if verification.isConsistent {
            if let range = consistentRange, verification.proved ?? 0 < head.position {
                lines.append(
                    "Consistent   events \(range) fit the tree they carry: accidental damage would show.")
            }
        } else if verification.hasFailed {
            lines.append(
                "Damaged      the log does not agree with itself, or not with the anchor; see above.")
        } else {
            lines.append("Unknown      records, positions and tree were not all checked.")
        }
        if verification.proved == nil {
            let why = verification.contradicted ? "the anchor contradicts the log" : "no anchor was given"
            lines.append("Not proved   that nobody cut the tail or rewrote log and tree together (\(why)).")
        } else if verification.proved ?? 0 < head.position {
            lines.append(
                "Not proved   that nobody rewrote what came after the anchor, or cut the tail there.")
        }
        if verification.isConsistent, !verification.hasFailed {
            lines.append(
                "             Keep this for next time, where nobody who can change the log can change it:")
            lines.append("             \(head)")
        }
        return lines
    }

    /// The command that goes on from a failed check; nil where this build has none.
    private func next(after result: Verification.Result) -> String? {
        guard result.outcome == .fail else { return nil }
        let commands: [[String]] =
            switch result.check {
            case .records, .container, .positions, .tree: [["salvage", "--out", "NEW.evlog"]]
            case .projections: [["replay"]]
            case .indexes: [["export", "--out", "SAVED.ndjson"]]
            case .streams, .times, .schema, .anchor: []
            }
        return commands.first { context.table.verb($0[0]) != nil }.map { context.command($0) }
    }
}

import EventLog

/// Reads every index of a log the way the application does, and compares with what the events say.
struct IndexCheck {
    private let source: any EventSource
    private let pass: EventPass
    private var findings: FindingList

    /// - Throws: `LogError` when the log cannot be read at all; what is wrong with an index is a finding.
    static func run(over source: any EventSource, _ pass: EventPass, limit: Int) throws -> FindingList {
        var check = IndexCheck(source: source, pass: pass, findings: FindingList(limit: limit))
        try check.streamTable()
        for number in pass.streams.sortedNumbers { check.stream(number) }
        check.ids()
        return check.findings
    }

    private mutating func streamTable() throws {
        let stored: [StreamSummary]
        do throws(LogError) { stored = try source.streams() } catch {
            guard error.code == .damaged else { throw error }
            findings.add(Finding(VerifyFindings.streamTable, error.description))
            return
        }
        // Whoever appends meanwhile makes streams longer, by no more events than the log grew.
        var growth = try source.head().position - pass.head
        for summary in stored {
            let seen = pass.streams.known[summary.number]
            let counted = seen?.revision ?? 0
            if let name = seen?.name, name != summary.name.bytes {
                findings.add(
                    Finding(
                        VerifyFindings.streamTable,
                        "stream number \(summary.number) has another name in the table than in the events"))
            }
            let isLonger = summary.revision > counted && summary.revision - counted <= growth
            if isLonger { growth -= summary.revision - counted }
            if summary.revision != counted, !isLonger, pass.isWhole {
                findings.add(
                    Finding(
                        VerifyFindings.streamTable,
                        "the table has \(summary.revision) events of stream number \(summary.number), the log \(counted)"
                    ))
            }
        }
        let numbers = Set(stored.map(\.number))
        for number in pass.streams.sortedNumbers
        where !numbers.contains(number) && pass.streams.known[number]?.name != nil {
            findings.add(
                Finding(VerifyFindings.streamTable, "stream number \(number) is not in the table of streams"))
        }
    }

    private mutating func stream(_ number: UInt32) {
        guard let known = pass.streams.known[number], let bytes = known.name,
            let name = try? StreamName(String(decoding: bytes, as: UTF8.self))
        else { return }
        var (next, wrong) = (0, UInt64?.none)
        do {
            try source.forEachBlock(ReadPlan(range: 1...pass.head, stream: name)) {
                (block: borrowing EventBlock) in
                for index in 0..<block.count {
                    switch block.entry(at: index) {
                    case .missing, .unreadable: continue
                    case .event, .withheld: break
                    }
                    let position = block.lastPosition(at: index)
                    guard next < known.positions.count, known.positions[next] == position else {
                        wrong = position
                        return .stop
                    }
                    next += 1
                }
                return .proceed
            }
            guard wrong != nil || (next < known.positions.count && pass.isWhole) else { return }
            let place = wrong ?? known.positions[next]
            findings.add(
                Finding(
                    VerifyFindings.streamIndex,
                    "stream number \(number) read through its index differs from the log at event \(place)",
                    positions: place...place))
        } catch {
            findings.add(
                Finding(
                    VerifyFindings.streamIndex,
                    "stream number \(number) cannot be read through its index: \(error)"))
        }
    }

    private mutating func ids() {
        for (id, position) in pass.ids.lookups {
            let found = try? source.position(of: id)
            guard found != position else { continue }
            let what = found.map { "leads to event \($0)" } ?? "is not found"
            findings.add(
                Finding(
                    VerifyFindings.idIndex, "the id of event \(position) \(what)",
                    positions: position...position))
        }
    }
}

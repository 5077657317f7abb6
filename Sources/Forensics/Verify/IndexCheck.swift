import EventLog

/// Holds every index of a log against the events.
///
/// The index of streams is followed while the events are read: where it leads for the revision of an event is
/// where a reader of that stream would look, so each of its entries is checked in the same pass.
struct IndexCheck {
    /// The index of streams; nil where the log has none, or gaps make holes in it, so that nobody follows it.
    private let index: (any StreamIndexed)?
    private(set) var findings: FindingList

    init(of source: any EventSource, _ identity: LogIdentity, limit: Int) {
        index = identity.features.holdsGaps ? nil : source as? any StreamIndexed
        findings = FindingList(limit: limit)
    }

    /// Checks where the index leads for an event of the stream at a place among the known ones.
    mutating func take(_ facts: EventFacts, ofStreamAt place: Int, _ streams: inout StreamCheck) {
        guard let index, facts.revision > 0 else { return }
        if let page = streams.known[place].indexPage, page.holds(facts.revision) {
            return compare(page, facts)
        }
        do throws(LogError) {
            let page = try index.indexPage(holding: facts.revision, ofStream: facts.streamNumber)
            guard let page else { return }
            streams.keep(page, ofStreamAt: place)
            compare(page, facts)
        } catch {
            findings.add(
                Finding(
                    VerifyFindings.streamIndex,
                    "stream number \(facts.streamNumber) cannot be read through its index: \(error)",
                    positions: facts.position...facts.position))
        }
    }

    private mutating func compare(_ page: StreamIndexPage, _ facts: EventFacts) {
        guard page.position(of: facts.revision) != facts.position else { return }
        findings.add(
            Finding(
                VerifyFindings.streamIndex,
                "stream number \(facts.streamNumber) read through its index differs from the log at event \(facts.position)",
                positions: facts.position...facts.position))
    }

    /// Checks what does not go event by event: the table of streams, and the ids.
    ///
    /// - Throws: `LogError` when the log cannot be read at all; what is wrong with an index is a finding.
    mutating func finish(over source: any EventSource, _ pass: EventPass) throws {
        try checkStreamTable(of: source, pass)
        checkIDs(in: source, pass)
    }

    private mutating func checkStreamTable(of source: any EventSource, _ pass: EventPass) throws {
        func note(_ message: String) { findings.add(Finding(VerifyFindings.streamTable, message)) }
        let stored: [StreamSummary]
        do throws(LogError) { stored = try source.streams() } catch {
            guard error.code == .damaged else { throw error }
            return note(error.description)
        }
        // Whoever appends meanwhile makes streams longer, by no more events than the log grew.
        var growth = try source.head().position - pass.head
        for summary in stored {
            let seen = pass.streams[summary.number]
            let counted = seen?.revision ?? 0
            if let name = seen?.name, name != summary.name.bytes {
                note("stream number \(summary.number) has another name in the table than in the events")
            }
            let isLonger = summary.revision > counted && summary.revision - counted <= growth
            if isLonger { growth -= summary.revision - counted }
            if summary.revision != counted, !isLonger, pass.isWhole {
                note(
                    "the table has \(summary.revision) events of stream number \(summary.number), the log \(counted)"
                )
            }
        }
        let numbers = Set(stored.map(\.number))
        for stream in pass.streams.known where stream.name != nil && !numbers.contains(stream.number) {
            note("stream number \(stream.number) is not in the table of streams")
        }
    }

    private mutating func checkIDs(in source: any EventSource, _ pass: EventPass) {
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

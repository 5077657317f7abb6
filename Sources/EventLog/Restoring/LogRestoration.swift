package import Digest
internal import Platform

/// Records that are put back exactly as they were, in order, until they make a log.
///
/// Everything that a log derives is computed from the records: checksums, leaves, the tree's edge, streams,
/// ids. What cannot belong to one log is refused as soon as it is added.
package struct LogRestoration: Sendable {
    /// The highest position and revision that records are put back to; room for appends remains above it.
    package static let highestPosition: UInt64 = 1 << 62
    /// The highest number of a stream that is put back.
    package static let highestStreamNumber: UInt32 = 1 << 31

    /// Who the log will be.
    package private(set) var identity: LogIdentity
    /// The end of the log so far.
    private(set) var state = LogState()
    private(set) var revisions: [(number: UInt32, revision: UInt64, position: UInt64)] = []
    /// The ids that were given by a caller or derived from a key.
    private(set) var indexedIDs: [(id: EventID, position: UInt64)] = []

    private var bytes: [UInt8] = []
    private var places: [(last: UInt64, end: Int)] = []
    private var restoredStreams = RestoredStreams()
    private var ids = RestoredIDs()

    /// Nothing yet, for a log that will be `identity`.
    package init(identity: LogIdentity) { self.identity = identity }

    /// Where the log ends, with what was added so far.
    package var head: LogHead { state.head }
    /// The last position so far; 0 for none.
    ///
    /// Unlike the head, it costs nothing to ask.
    package var position: UInt64 { state.position }
    /// The streams whose names are known.
    var streams: [StreamName: StreamState] { restoredStreams.states }
    /// The number of records, stubs and gaps.
    package var count: Int { places.count }
    /// The streams by their names' bytes.
    package var summaries: [StreamSummary] {
        streams.map { StreamSummary(name: $0, number: $1.number, revision: $1.revision) }
            .sorted { $0.name < $1.name }
    }

    func lastPosition(at index: Int) -> UInt64 { places[index].last }

    @_lifetime(borrow self)
    borrowing func value(at index: Int) -> Span<UInt8> {
        let start = index == 0 ? 0 : places[index - 1].end
        return bytes.span.extracting(start..<places[index].end)
    }
}

// MARK: Adding

extension LogRestoration {
    /// Makes room for so many more entries that take so many bytes together.
    package mutating func reserve(entries: Int, bytes count: Int) {
        bytes.reserveCapacity(bytes.count + count)
        places.reserveCapacity(places.count + entries)
        revisions.reserveCapacity(revisions.count + entries)
        ids.reserve(entries)
    }

    /// Adds an event and gives its leaf.
    ///
    /// - Throws: `LogError` where a part is over its limit, or the event cannot stand here.
    @discardableResult
    package mutating func append(_ event: RestoredEvent) throws(LogError) -> SHA256Digest {
        let proposed = event.proposed
        try proposed.validate()
        let content = try event.content()
        try check(event.kept)
        try check(event.stream, of: event.kept)
        let start = bytes.count
        let geometry = RecordGeometry(of: proposed, in: event.stream, flags: content.flags)
        bytes.append(record: content, of: proposed, in: event.stream, geometry)
        note(event.kept, event.stream, flags: content.flags)
        return addLeaf(from: start, geometry)
    }

    /// Adds what is left of an erased event and gives its leaf.
    ///
    /// - Throws: `LogError` where it cannot stand here.
    @discardableResult
    package mutating func append(_ stub: RestoredStub) throws(LogError) -> SHA256Digest {
        try check(stub.kept)
        let start = bytes.count
        let flags = stub.flags.restored(stub.kept)
        bytes.append(erasedRecord: stub.kept, flags: flags, innerDigest: stub.innerDigest)
        note(stub.kept, nil, flags: flags)
        return addLeaf(from: start, geometry(from: start))
    }

    private func geometry(from start: Int) -> RecordGeometry {
        guard let geometry = try? RecordGeometry(checking: bytes.span.extracting(start..<bytes.count)) else {
            preconditionFailure("a record that was written just now is sound")
        }
        return geometry
    }

    /// Declares that positions hold nothing.
    ///
    /// - Precondition: The reason is not `undeclared`.
    /// - Throws: `LogError` where they do not follow what was added last.
    package mutating func append(
        missing range: ClosedRange<UInt64>, reason: MissingReason
    ) throws(LogError) {
        guard range.lowerBound == state.position + 1, range.upperBound <= Self.highestPosition else {
            throw LogError(
                .damaged,
                "missing positions \(range.lowerBound)...\(range.upperBound) do not follow event \(state.position)"
            )
        }
        precondition(reason != .undeclared, "a gap is declared for a reason")
        identity.features.noteGap()
        let gap = GapRecord(logID: identity.logID(at: range.upperBound), range: range, reason: reason)
        bytes += gap.encoded
        state.position = range.upperBound
        places.append((range.upperBound, bytes.count))
        var hasher = LeafHasher()
        state.frontier.append(hasher.leaf(of: gap), count: UInt64(range.count), using: &hasher)
    }

    private mutating func check(_ kept: KeptPart) throws(LogError) {
        func refuse(_ problem: String) -> LogError {
            LogError(.damaged, problem, position: kept.position)
        }
        guard kept.position > state.position else {
            throw refuse("the event does not follow event \(state.position)")
        }
        guard kept.position == state.position + 1 else {
            throw refuse(
                "events \(state.position + 1)...\(kept.position - 1) are missing, and nothing says so")
        }
        guard kept.position <= Self.highestPosition else { throw refuse("no log reaches that far") }
        guard kept.recorded >= state.recorded ?? kept.recorded else {
            throw refuse("recorded lies before that of the event before; it never falls")
        }
        guard kept.streamNumber >= 1 else { throw refuse("stream numbers count from 1") }
        // Numbers are given in the order of first appearance, so one far above the others was never given.
        let highest = identity.features.holdsGaps ? Self.highestStreamNumber : state.streamCount + 1
        guard kept.streamNumber <= highest else {
            throw refuse("no stream of this log has the number \(kept.streamNumber)")
        }
        let last = restoredStreams.revision(of: kept.streamNumber)
        guard kept.revision > last, kept.revision <= Self.highestPosition else {
            throw refuse("revision \(kept.revision) does not follow revision \(last) of its stream")
        }
        guard kept.revision == last + 1 || identity.features.holdsGaps else {
            throw refuse(
                "revision \(kept.revision) of its stream follows revision \(last), and no event is missing")
        }
        guard kept.schemaVersion >= 1 else { throw refuse("schema versions count from 1") }
        guard kept.batchIndex < kept.batchSize else { throw refuse("the event stands outside its batch") }
        if let known = ids.position(of: kept.id) {
            throw refuse("event \(known) has the same id, \(kept.id)")
        }
    }

    private mutating func check(_ stream: StreamName, of kept: KeptPart) throws(LogError) {
        guard restoredStreams.mayCall(kept.streamNumber, stream) else {
            throw LogError(
                .damaged, "stream \(stream) does not have the number \(kept.streamNumber)",
                position: kept.position)
        }
    }

    private mutating func note(_ kept: KeptPart, _ stream: StreamName?, flags: RecordFlags) {
        state.position = kept.position
        state.recorded = kept.recorded
        state.streamCount = max(state.streamCount, kept.streamNumber)
        let isGenerated = flags.contains(.generatedID)
        if isGenerated { state.lastGeneratedID = max(state.lastGeneratedID, kept.id) }
        if !isGenerated || !kept.id.carries(recorded: kept.recorded) {
            indexedIDs.append((kept.id, kept.position))
        }
        ids.add(kept.id, at: kept.position)
        restoredStreams.note(kept.streamNumber, stream, revision: kept.revision)
        revisions.append((kept.streamNumber, kept.revision, kept.position))
        places.append((kept.position, bytes.count))
    }

    private mutating func addLeaf(from start: Int, _ geometry: RecordGeometry) -> SHA256Digest {
        var hasher = LeafHasher()
        let leaf = hasher.leaf(record: bytes.span.extracting(start..<bytes.count), geometry: geometry)
        state.frontier.append(leaf, using: &hasher)
        return leaf
    }
}

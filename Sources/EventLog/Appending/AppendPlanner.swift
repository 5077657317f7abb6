internal import Digest
internal import EventCoding
internal import Platform

/// Decides what a commit writes: the semantics of an append, without any storage.
///
/// One planner serves one commit, which may carry many requests. A request that is refused leaves the
/// planner as it was, so that the others of a shared commit go on.
struct AppendPlanner: ~Copyable {
    private let lookup: any AppendLookup
    private let logID: LogID
    private let clock: Int64
    private var random: RandomPool
    private var hasher = LeafHasher()

    /// The state of the log after everything planned so far.
    private(set) var state: LogState
    /// The records to write, in order.
    private(set) var block = EventBlock()
    /// The streams that changed, in the order of their first events.
    private(set) var streams: [(name: StreamName, state: StreamState)] = []
    /// Where each stream stands among those that changed.
    private var streamPlaces: [StreamName: Int] = [:]
    /// The new entries of the stream index, in order of position.
    private(set) var revisions: [(number: UInt32, revision: UInt64, position: UInt64)] = []
    /// The ids to index: given by a caller or derived from a key.
    private(set) var ids: [EventID: UInt64] = [:]

    /// A planner for one commit.
    ///
    /// - Parameters:
    ///   - clock: The clock's reading in milliseconds since 1970, one for the whole commit.
    ///   - random: Where salts and ids come from.
    init(
        state: LogState, logID: LogID, clock: Int64, lookup: any AppendLookup,
        random: RandomPool = RandomPool()
    ) {
        self.state = state
        self.logID = logID
        self.clock = clock
        self.random = random
        self.lookup = lookup
    }

    /// Plans requests, which were validated before, and returns their receipts.
    mutating func plan(_ requests: [AppendRequest]) throws(LogError) -> [Receipt] {
        let requests = requests.span
        var receipts: [Receipt] = []
        receipts.reserveCapacity(requests.count)
        for index in requests.indices { receipts.append(try plan(requests[index])) }
        return receipts
    }

    /// Plans one request, which was validated before, and returns its receipt.
    mutating func plan(_ request: AppendRequest) throws(LogError) -> Receipt {
        let ids = request.knownIDs
        if let ids, let receipt = try receiptIfKnown(request, ids) { return receipt }
        let place = streamPlaces[request.stream]
        let known = if let place { streams[place].state } else { try lookup.stream(named: request.stream) }
        let actual = known?.revision ?? 0
        guard request.expected.accepts(actual) else {
            var error = LogError(
                .unexpectedRevision,
                "stream \(request.stream) is at revision \(actual), not as expected (\(request.expected))")
            error.revisions = .init(expected: request.expected.description, actual: actual)
            throw error
        }
        let (receipt, stream) = write(request, ids, to: known)
        if let place {
            streams[place].state = stream
        } else {
            streamPlaces[request.stream] = streams.count
            streams.append((request.stream, stream))
        }
        return receipt
    }

    /// Makes room for requests of this weight in bytes, so that nothing is moved while they are planned.
    mutating func reserve(for requests: [AppendRequest], weighing weight: Int) {
        let requests = requests.span
        var (bytes, events) = (weight, 0)
        for index in requests.indices {
            let frame = RecordLayout.length(
                type: LogLimits.typeBytes, stream: requests[index].stream.bytes.count, subject: 0,
                metadata: 0, payload: 0)
            bytes += requests[index].events.count * frame
            events += requests[index].events.count
        }
        block.reserve(bytes: bytes, entries: events)
        revisions.reserveCapacity(revisions.count + events)
    }
}

// MARK: Idempotency

extension AppendPlanner {
    /// The first receipt of a batch that is known whole; nil when all of it is new.
    private func receiptIfKnown(_ request: AppendRequest, _ ids: [EventID?]) throws(LogError) -> Receipt? {
        var positions: [UInt64] = []
        var seen: Set<EventID> = []
        for case let id? in ids {
            guard seen.insert(id).inserted else {
                throw LogError(.idempotencyConflict, "id \(id) stands twice in this batch")
            }
            if let position = try position(of: id) { positions.append(position) }
        }
        if positions.isEmpty { return nil }
        guard positions.count == request.events.count else {
            throw LogError(
                .partiallyKnown,
                "\(positions.count) of the batch's \(request.events.count) events are in the log already",
                position: positions[0])
        }
        return try compare(request, with: positions)
    }

    private func position(of id: EventID) throws(LogError) -> UInt64? {
        if let planned = ids[id] { return planned }
        if let indexed = try lookup.position(ofIndexed: id) { return indexed }
        // Given ids may be generated ones that come back, from an export or a client's retry.
        guard id <= state.lastGeneratedID else { return nil }
        let lookup = lookup
        return try GeneratedIDSearch.position(of: id, upTo: storedHead) { position, block throws(LogError) in
            try lookup.read(position, into: &block)
        }
    }

    /// The last position before this commit.
    private var storedHead: UInt64 { state.position - UInt64(block.count) }

    private func compare(_ request: AppendRequest, with positions: [UInt64]) throws(LogError) -> Receipt {
        var stored = EventBlock()
        var revision: UInt64 = 0
        var ids: [EventID] = []
        for (event, position) in zip(request.events, positions) {
            try read(position, into: &stored)
            guard !stored.isEmpty, let known = stored.event(at: 0) else {
                // Erased or unreadable: the id is taken, and the content can no longer be compared.
                throw LogError(
                    .idempotencyConflict, "the event known under this id cannot be read any more",
                    position: position)
            }
            var differences = event.differences(from: known, stream: request.stream)
            // A key names one append as a whole; ids name events, which may be sent again in other batches.
            if event.id == nil, request.events.count != Int(known.batchSize) {
                differences.append("batch size")
            }
            guard differences.isEmpty else {
                var error = LogError(
                    .idempotencyConflict,
                    "the id or key is known with other content (\(differences.joined(separator: ", ")))",
                    position: position)
                error.differences = differences
                throw error
            }
            revision = max(revision, known.revision)
            ids.append(known.id)
        }
        return Receipt(positions: positions, revision: revision, ids: ids, isRepeat: true)
    }

    /// Reads an event that may belong to this very commit.
    private func read(_ position: UInt64, into stored: inout EventBlock) throws(LogError) {
        guard position > storedHead else { return try lookup.read(position, into: &stored) }
        block.copyEntry(at: Int(position - storedHead) - 1, into: &stored)
    }
}

extension ProposedEvent {
    /// The names of the fields in which a known event is another one.
    fileprivate func differences(from known: borrowing Event, stream: StreamName) -> [String] {
        var names: [String] = []
        if !stream.bytes.span.hasSameBytes(as: known.streamName) { names.append("stream") }
        if !known.isOf(type) { names.append("type") }
        if schemaVersion != known.storedSchemaVersion { names.append("schema version") }
        if !payload.span.hasSameBytes(as: known.storedPayload) { names.append("payload") }
        if let occurred, occurred != known.occurred { names.append("occurred") }
        return names
    }
}

// MARK: Writing

extension AppendPlanner {
    private mutating func write(
        _ request: AppendRequest, _ ids: [EventID?]?, to known: StreamState?
    ) -> (Receipt, StreamState) {
        var stream = known ?? StreamState(number: state.streamCount + 1, revision: 0)
        if known == nil { state.streamCount += 1 }
        let events = request.events.span
        var positions: [UInt64] = []
        var finalIDs: [EventID] = []
        positions.reserveCapacity(events.count)
        finalIDs.reserveCapacity(events.count)
        for index in events.indices {
            stream.revision += 1
            let id = append(
                events[index], id: ids?[index], to: request.stream, at: stream,
                batch: (UInt32(index), UInt32(events.count)))
            revisions.append((stream.number, stream.revision, state.position))
            positions.append(state.position)
            finalIDs.append(id)
        }
        let receipt = Receipt(
            positions: positions, revision: stream.revision, ids: finalIDs, isRepeat: false)
        return (receipt, stream)
    }

    private mutating func append(
        _ event: borrowing ProposedEvent, id given: EventID?, to name: StreamName, at stream: StreamState,
        batch: (index: UInt32, size: UInt32)
    ) -> EventID {
        // Nothing and an empty map say the same; one form is stored, so that a copy knows which.
        if event.hasEmptyMap {
            var plain = copy event
            plain.metadata = []
            return append(plain, id: given, to: name, at: stream, batch: batch)
        }
        let recorded = max(clock, state.recorded ?? clock)
        var flags: RecordFlags = event.isImported ? .imported : []
        if clock < recorded { flags.insert(.clockRanBack) }
        let id = given ?? generateID(at: recorded)
        if given == nil { flags.insert(.generatedID) }
        state.position += 1
        state.recorded = recorded
        let kept = KeptPart(
            logID: logID, position: state.position, streamNumber: stream.number, revision: stream.revision,
            id: id, recorded: recorded, clock: clock, batchIndex: batch.index, batchSize: batch.size,
            type: event.type, schemaVersion: event.schemaVersion)
        let content = RecordContent(
            kept: kept, flags: flags, salt: (random.next64(), random.next64()),
            occurredMilliseconds: event.occurred?.milliseconds ?? clock,
            occurredZone: event.occurred?.zoneMinutes ?? 0)
        let geometry = block.append(content, of: event, in: name)
        // A generated id is found by the recorded time that it carries; where it cannot carry it, by the index.
        if given != nil || !id.carries(recorded: recorded) { ids[id] = state.position }
        let leaf = Self.leaf(ofLastIn: block, geometry, using: &hasher)
        state.frontier.append(leaf, using: &hasher)
        return id
    }

    private static func leaf(
        ofLastIn block: borrowing EventBlock, _ geometry: RecordGeometry, using hasher: inout LeafHasher
    ) -> SHA256Digest {
        hasher.leaf(record: block.record(at: block.count - 1), geometry: geometry)
    }

    private mutating func generateID(at recorded: Int64) -> EventID {
        let id = EventID.generated(
            milliseconds: recorded, randomBits: (random.next64(), random.next64()),
            after: state.lastGeneratedID)
        state.lastGeneratedID = id
        return id
    }
}

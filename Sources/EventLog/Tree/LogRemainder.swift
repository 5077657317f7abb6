internal import Digest
internal import EventCoding

/// What a log holds from some entry on: the events by their ids, and the places that cannot be compared.
struct LogRemainder {
    struct Known {
        let id: EventID
        let position: UInt64
        /// The digest of what the caller gave; nil where it was erased.
        let content: SHA256Digest?
    }

    /// The events in order.
    private(set) var events: [Known] = []
    /// The place in `events` of each id.
    private(set) var numbers: [EventID: Int] = [:]
    private(set) var unread: [LogDivergence.Unread] = []

    /// Reads on from where a walk stands, to the end.
    init(_ walk: LeafWalk) throws(LogError) {
        while let entry = walk.current {
            if let problem = entry.problem {
                unread.append(LogDivergence.Unread(positions: entry.positions, problem: problem))
            } else if let event = walk.event {
                numbers[event.id] = events.count
                events.append(event)
            }
            try walk.advance()
        }
    }

    /// The event at a place of a block; nil where something else stands.
    static func known(_ block: borrowing EventBlock, at index: Int) -> Known? {
        let position = block.lastPosition(at: index)
        switch block.entry(at: index) {
        case .event(let event): return Known(id: event.id, position: position, content: content(of: event))
        case .withheld(let event): return Known(id: event.id, position: position, content: nil)
        case .missing, .unreadable: return nil
        }
    }

    /// The digest of everything in an event that its caller gave, apart from the id.
    private static func content(of event: borrowing Event) -> SHA256Digest {
        var head: [UInt8] = []
        head.appendLittleEndian(event.storedSchemaVersion)
        head.appendLittleEndian(UInt64(bitPattern: event.occurred.milliseconds))
        head.appendLittleEndian(UInt16(bitPattern: event.occurred.zoneMinutes))
        for part in [event.streamName.count, event.typeName.count, event.subject.count, event.metadata.count]
        {
            head.appendLittleEndian(UInt64(part))
        }
        var hash = SHA256()
        hash.update(head.span)
        hash.update(event.streamName)
        hash.update(event.typeName)
        hash.update(event.subject)
        hash.update(event.metadata)
        hash.update(event.storedPayload)
        return hash.finalize()
    }
}

package import EventLog

/// What an export holds, ready to become a log.
package struct ExportContent: Sendable {
    /// The first line.
    package let header: ExportHeader
    /// The records, for a log that is the same as the exported one, or one of its own that names its origin.
    package let restoration: LogRestoration
    /// Whether the export is a whole log: then the log made of it is that log again.
    package let isExact: Bool
    /// Whether the export lacks its end.
    package let isCutOff: Bool
    /// The last position that stands in it; 0 for none.
    package let lastPosition: UInt64
    /// Events and withheld events.
    package let count: UInt64
    /// The end of the exported log, as `POSITION:ROOT`; nil where the export is cut off.
    package let sourceHead: String?
}

extension ExportContent {
    /// The same events with positions and revisions that count from 1 without holes, as another log.
    ///
    /// Times, salts and ids stay; leaves and root are others, since positions are under them.
    ///
    /// - Throws: `LogError` where the records do not make a log.
    package func renumbered() throws -> LogRestoration {
        let old = restoration.identity
        let origin = LogOrigin(
            logID: header.identity.logID,
            position: isExact ? restoration.head.position : old.origin?.position ?? 0,
            root: isExact ? restoration.head.root : old.origin?.root, epochs: header.identity.recordEpochs,
            recordsThrough: 0, traits: (isExact ? [] : old.origin?.traits ?? []).union(.renumbered))
        let id = LogID(derivedFrom: Array("renumbered ".utf8) + Array(old.logID.hex.utf8))
        var renumbering = Renumbering(identity: LogIdentity(of: id, created: old.created, from: origin))
        try MemoryLog(restoring: restoration).forEachBlock { (block: borrowing EventBlock) in
            for index in 0..<block.count {
                switch block.entry(at: index) {
                case .event(let event): try renumbering.add(event)
                case .withheld(let event): try renumbering.add(event)
                case .missing, .unreadable: break
                }
            }
            return .proceed
        }
        return renumbering.restoration
    }
}

/// Gives events new places.
private struct Renumbering {
    private(set) var restoration: LogRestoration
    private var numbers: [UInt32: UInt32] = [:]
    private var revisions: [UInt32: UInt64] = [:]

    init(identity: LogIdentity) { restoration = LogRestoration(identity: identity) }

    mutating func add(_ event: borrowing Event) throws(LogError) {
        var restored = try RestoredEvent(event)
        move(&restored.kept)
        restored.flags.insert(.imported)
        try restoration.append(restored)
    }

    mutating func add(_ event: borrowing WithheldEvent) throws(LogError) {
        var restored = try RestoredStub(event)
        move(&restored.kept)
        restored.flags.insert(.imported)
        try restoration.append(restored)
    }

    private mutating func move(_ kept: inout KeptPart) {
        let number = numbers[kept.streamNumber] ?? UInt32(numbers.count) + 1
        numbers[kept.streamNumber] = number
        revisions[number, default: 0] += 1
        kept.logID = restoration.identity.logID
        kept.position = restoration.head.position + 1
        kept.streamNumber = number
        kept.revision = revisions[number] ?? 1
    }
}

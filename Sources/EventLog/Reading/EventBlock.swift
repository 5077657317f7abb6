public import EventCoding
internal import Platform

/// A slice of a log in memory: copied out of the store in one go and checked once.
///
/// Reading in blocks is why no read transaction is held while a consumer works, and why every log (LMDB,
/// in memory, an export) looks the same to a fold.
public struct EventBlock: Sendable {
    struct Slot: Sendable {
        enum Kind: Sendable {
            case event(RecordGeometry)
            case withheld(RecordGeometry)
            case missing(ClosedRange<UInt64>, MissingReason)
            case unreadable(UInt64, RecordFault)
        }
        var kind: Kind
        var start = 0
        var length = 0
        /// Where an upcast payload stands; empty where the stored one is current.
        var upcast = 0..<0
        var schemaVersion: UInt16 = 0
    }

    var bytes: [UInt8] = []
    var slots: [Slot] = []

    /// An empty block, to be filled and refilled.
    public init() {}

    /// The number of entries.
    public var count: Int { slots.count }
    /// Whether there is no entry.
    public var isEmpty: Bool { slots.isEmpty }
    /// The bytes held, of records and upcast payloads.
    public var byteCount: Int { bytes.count }

    /// The entry at `index`, from 0.
    ///
    /// - Precondition: `index` is below `count`.
    @_lifetime(borrow self)
    public borrowing func entry(at index: Int) -> LogEntry {
        let slot = slots[index]
        switch slot.kind {
        case .missing(let range, let reason):
            return .missing(range, reason: reason)
        case .unreadable(let position, let why):
            return .unreadable(position, why: why)
        case .withheld(let geometry):
            let record = bytes.span.extracting(slot.start..<slot.start + slot.length)
            return .withheld(WithheldEvent(record: record, geometry: geometry))
        case .event:
            guard let event = event(at: index) else { preconditionFailure("the slot holds an event") }
            return .event(event)
        }
    }

    /// The event at `index`, or nil when something else stands there.
    ///
    /// - Precondition: `index` is below `count`.
    @_lifetime(borrow self)
    public borrowing func event(at index: Int) -> Event? {
        let slot = slots[index]
        guard case .event(let geometry) = slot.kind else { return nil }
        let record = bytes.span.extracting(slot.start..<slot.start + slot.length)
        guard !slot.upcast.isEmpty else { return Event(record: record, geometry: geometry) }
        return Event(
            record: record, geometry: geometry, payload: bytes.span.extracting(slot.upcast),
            schemaVersion: slot.schemaVersion)
    }

    /// The last position that the entry at `index` covers.
    public func lastPosition(at index: Int) -> UInt64 {
        switch slots[index].kind {
        case .missing(let range, _): range.upperBound
        case .unreadable(let position, _): position
        case .event, .withheld:
            bytes.span.littleEndian64(
                at: slots[index].start + RecordLayout.headLength + RecordLayout.positionAt)
        }
    }

    /// The positions that the entry at `index` covers.
    public func positions(at index: Int) -> ClosedRange<UInt64> {
        if case .missing(let range, _) = slots[index].kind { return range }
        let position = lastPosition(at: index)
        return position...position
    }

    /// Whether every entry is an event.
    public var isComplete: Bool {
        slots.allSatisfy { if case .event = $0.kind { true } else { false } }
    }

    /// Makes room for this much more.
    mutating func reserve(bytes byteCount: Int, entries: Int) {
        bytes.reserveCapacity(bytes.count + byteCount)
        slots.reserveCapacity(slots.count + entries)
    }

    /// Empties the block and keeps its memory.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
    }
}

extension EventBlock {
    /// Brings the payloads of older schema versions to the form that `catalogue` knows today.
    ///
    /// Unknown types and newer versions stay as they are. The stored bytes never change.
    public mutating func upcast(with catalogue: EventCatalogue) {
        guard catalogue.hasUpcasters else { return }
        var scratch: [UInt8] = []
        for index in slots.indices where slots[index].upcast.isEmpty {
            guard let version = upcast(at: index, with: catalogue, into: &scratch) else { continue }
            let target = bytes.count
            bytes += scratch
            slots[index].upcast = target..<bytes.count
            slots[index].schemaVersion = version
        }
    }

    /// The version to which an upcaster brings the event at `index`, its payload in `scratch`; else nil.
    private func upcast(
        at index: Int, with catalogue: EventCatalogue, into scratch: inout [UInt8]
    ) -> UInt16? {
        guard let event = event(at: index) else { return nil }
        let outcome = catalogue.current(
            event.typeName, version: event.storedSchemaVersion, payload: event.storedPayload, into: &scratch)
        guard case .upcast(_, let version) = outcome else { return nil }
        return version
    }

    /// Copies an entry of another block, its upcast payload included, to the end of this one.
    ///
    /// - Precondition: `index` is below the other block's `count`.
    package mutating func append(_ other: borrowing EventBlock, entryAt index: Int) {
        var slot = other.slots[index]
        let (record, upcast) = (slot.start..<slot.start + slot.length, slot.upcast)
        slot.start = bytes.count
        bytes.append(copying: other.bytes.span.extracting(record))
        if !upcast.isEmpty {
            slot.upcast = bytes.count..<bytes.count + upcast.count
            bytes.append(copying: other.bytes.span.extracting(upcast))
        }
        slots.append(slot)
    }

    /// Copies a record into the block, checking it first.
    ///
    /// - Parameter position: The position under which the record was found; nil takes the record's word.
    package mutating func append(copying record: Span<UInt8>, foundAt position: UInt64?) {
        do throws(RecordFault) {
            let geometry = try RecordGeometry(checking: record)
            let stored = record.littleEndian64(at: geometry.keptAt + RecordLayout.positionAt)
            guard position == nil || stored == position else {
                throw RecordFault(.wrongPosition, at: geometry.keptAt + RecordLayout.positionAt)
            }
            let start = bytes.count
            bytes.append(copying: record)
            slots.append(
                Slot(
                    kind: geometry.isErased ? .withheld(geometry) : .event(geometry), start: start,
                    length: record.count))
        } catch {
            slots.append(Slot(kind: .unreadable(position ?? 0, error)))
        }
    }

    mutating func append(unreadable position: UInt64, _ why: RecordFault) {
        slots.append(Slot(kind: .unreadable(position, why)))
    }

    mutating func append(missing range: ClosedRange<UInt64>, reason: MissingReason) {
        slots.append(Slot(kind: .missing(range, reason)))
    }

    /// Encodes a record at the end of the block.
    ///
    /// - Returns: The lengths of its parts.
    @discardableResult
    mutating func append(
        _ content: RecordContent, of event: borrowing ProposedEvent, in stream: StreamName
    ) -> RecordGeometry {
        let start = bytes.count
        let geometry = RecordGeometry(of: event, in: stream, flags: content.flags)
        bytes.append(record: content, of: event, in: stream, geometry)
        slots.append(Slot(kind: .event(geometry), start: start, length: bytes.count - start))
        return geometry
    }

    /// The record bytes of the event at `index`.
    @_lifetime(borrow self)
    borrowing func record(at index: Int) -> Span<UInt8> {
        let slot = slots[index]
        return bytes.span.extracting(slot.start..<slot.start + slot.length)
    }
}

// MARK: Filling

extension EventBlock {
    /// Whether another entry may be added to this slice.
    var hasRoom: Bool { slots.count < LogLimits.blockEvents && bytes.count < LogLimits.blockBytes }

    /// Whether the last entry is of one of `types`, or no event at all.
    func lastIsOf(_ types: [EventType]) -> Bool {
        guard let event = event(at: slots.count - 1) else { return true }
        for type in types where event.isOf(type) { return true }
        return false
    }

    /// Whether the last entry is that event of that stream, or cannot tell.
    func lastIs(_ revision: UInt64, ofStream number: UInt32) -> Bool {
        switch entry(at: slots.count - 1) {
        case .event(let event): event.streamNumber == number && event.revision == revision
        case .withheld(let event): event.streamNumber == number && event.revision == revision
        case .missing, .unreadable: true
        }
    }

    /// Whether the last entry belongs to that stream, or could belong to any.
    func lastIsOf(streamNumber: UInt32) -> Bool {
        switch entry(at: slots.count - 1) {
        case .event(let event): event.streamNumber == streamNumber
        case .withheld(let event): event.streamNumber == streamNumber
        case .missing, .unreadable: true
        }
    }

    /// Drops the last entry, its bytes included.
    mutating func removeLast() {
        let slot = slots.removeLast()
        bytes.removeLast(slot.length)
    }

    /// Replaces `target`'s content by the entry at `index` of this block.
    func copyEntry(at index: Int, into target: inout EventBlock) {
        target.removeAll()
        var slot = slots[index]
        let start = slot.start
        slot.start = 0
        slot.upcast = 0..<0
        target.bytes.append(copying: bytes.span.extracting(start..<start + slot.length))
        target.slots.append(slot)
    }
}

extension EventCatalogue {
    fileprivate var hasUpcasters: Bool { definitions.contains { !$0.upcasters.isEmpty } }
}

public import EventCoding
internal import Platform

/// A slice of a log in memory: copied out of the store in one go and checked once.
///
/// Reading in blocks is why no read transaction is held while a consumer works, and why every log (LMDB,
/// in memory, an export) looks the same to a fold.
public struct EventBlock: Sendable {
    /// What one entry is and where it stands among the bytes.
    @usableFromInline
    struct Slot: BitwiseCopyable, Sendable {
        @usableFromInline
        enum Kind: BitwiseCopyable, Sendable {
            case event, withheld
            /// Neither: a note says what it is.
            case noted
        }
        /// Where the record begins, or the number of the note.
        @usableFromInline var start: Int
        @usableFromInline var length: UInt32 = 0
        @usableFromInline var geometry = RecordGeometry()
        @usableFromInline var kind: Kind
        /// The number of the event's type in the block.
        @usableFromInline var type = BlockTypes.unnumbered
        /// Where an upcast payload stands; empty where the stored one is current.
        @usableFromInline var upcastVersion: UInt16 = 0
        @usableFromInline var upcastLength: UInt32 = 0
        @usableFromInline var upcastStart = 0

        @inlinable var record: Range<Int> { start..<start + Int(length) }
        @inlinable var upcast: Range<Int> { upcastStart..<upcastStart + Int(upcastLength) }
    }

    /// What stands in place of an event.
    enum Note: Sendable {
        case missing(ClosedRange<UInt64>, MissingReason)
        case unreadable(UInt64, RecordFault)
    }

    @usableFromInline var bytes: [UInt8] = []
    @usableFromInline var slots: [Slot] = []
    var notes: [Note] = []
    var types = BlockTypes()

    /// An empty block, to be filled and refilled.
    public init() {}

    /// The number of entries.
    @inlinable public var count: Int { slots.count }
    /// Whether there is no entry.
    @inlinable public var isEmpty: Bool { slots.isEmpty }
    /// The bytes held, of records and upcast payloads.
    public var byteCount: Int { bytes.count }

    /// The entry at `index`, from 0.
    ///
    /// - Precondition: `index` is below `count`.
    @_lifetime(borrow self)
    public borrowing func entry(at index: Int) -> LogEntry {
        let slot = slots[index]
        switch slot.kind {
        case .event:
            guard let event = event(at: index) else { preconditionFailure("the slot holds an event") }
            return .event(event)
        case .withheld:
            return .withheld(
                WithheldEvent(record: bytes.span.extracting(slot.record), geometry: slot.geometry))
        case .noted:
            switch notes[slot.start] {
            case .missing(let range, let reason): return .missing(range, reason: reason)
            case .unreadable(let position, let why): return .unreadable(position, why: why)
            }
        }
    }

    /// The event at `index`, or nil when something else stands there.
    ///
    /// - Precondition: `index` is below `count`.
    @inlinable
    @_lifetime(borrow self)
    public borrowing func event(at index: Int) -> Event? {
        let slot = slots[index]
        guard case .event = slot.kind else { return nil }
        let bytes = bytes.span
        return Event(
            record: bytes.extracting(slot.record), geometry: slot.geometry,
            upcast: bytes.extracting(slot.upcast), upcastVersion: slot.upcastVersion)
    }

    /// The last position that the entry at `index` covers.
    public func lastPosition(at index: Int) -> UInt64 { positions(at: index).upperBound }

    /// The positions that the entry at `index` covers.
    public func positions(at index: Int) -> ClosedRange<UInt64> {
        let slot = slots[index]
        switch slot.kind {
        case .event, .withheld:
            let position = bytes.span.littleEndian64(
                at: slot.start + RecordLayout.headLength + RecordLayout.positionAt)
            return position...position
        case .noted:
            switch notes[slot.start] {
            case .missing(let range, _): return range
            case .unreadable(let position, _): return position...position
            }
        }
    }

    // MARK: Types

    /// How many event types have a number in this block.
    public var typeCount: Int { types.count }

    /// The name of an event type by its number in this block, in UTF-8.
    ///
    /// Whoever looks at every event of a block compares names once, and then only numbers.
    ///
    /// - Precondition: `number` is below `typeCount`.
    @_lifetime(borrow self)
    public borrowing func typeName(_ number: Int) -> Span<UInt8> { types.name(number) }

    /// The number of the type of the event at `index`; nil where no event stands, or its type has no number.
    ///
    /// Only the first types of a block that holds very many of them have one.
    ///
    /// - Precondition: `index` is below `count`.
    @inlinable
    public func typeNumber(at index: Int) -> Int? {
        let number = slots[index].type
        return number == BlockTypes.unnumbered ? nil : Int(number)
    }

    /// Whether every entry is an event.
    public var isComplete: Bool {
        for slot in slots {
            guard case .event = slot.kind else { return false }
        }
        return true
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
        notes.removeAll(keepingCapacity: true)
    }
}

extension EventBlock {
    /// Brings the payloads of older schema versions to the form that `catalogue` knows today.
    ///
    /// Unknown types and newer versions stay as they are. The stored bytes never change.
    public mutating func upcast(with catalogue: EventCatalogue) {
        guard catalogue.hasUpcasters else { return }
        var scratch: [UInt8] = []
        for index in slots.indices where slots[index].upcastLength == 0 {
            guard let version = upcast(at: index, with: catalogue, into: &scratch) else { continue }
            slots[index].upcastStart = bytes.count
            slots[index].upcastLength = UInt32(scratch.count)
            slots[index].upcastVersion = version
            bytes += scratch
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
}

extension EventCatalogue {
    fileprivate var hasUpcasters: Bool { definitions.contains { !$0.upcasters.isEmpty } }
}

internal import EventCoding
internal import Platform

extension EventBlock {
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
            appendSlot(of: record, geometry, at: bytes.count)
            bytes.append(copying: record)
        } catch {
            append(.unreadable(position ?? 0, error))
        }
    }

    /// Adds the slot of a record whose bytes stand, or are about to stand, at `start`.
    private mutating func appendSlot(of record: Span<UInt8>, _ geometry: RecordGeometry, at start: Int) {
        var slot = Slot(start: start, length: UInt32(record.count), geometry: geometry, kind: .withheld)
        if !geometry.isErased {
            slot.kind = .event
            slot.type = types.number(
                of: record, at: geometry.keptAt + RecordLayout.typeAt, length: geometry.typeLength)
        }
        slots.append(slot)
    }

    mutating func append(unreadable position: UInt64, _ why: RecordFault) {
        append(.unreadable(position, why))
    }

    mutating func append(missing range: ClosedRange<UInt64>, reason: MissingReason) {
        append(.missing(range, reason))
    }

    private mutating func append(_ note: Note) {
        slots.append(Slot(start: notes.count, kind: .noted))
        notes.append(note)
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
        let written = bytes
        appendSlot(of: written.span.extracting(start..<written.count), geometry, at: start)
        return geometry
    }

    /// Copies an entry of another block, its upcast payload included, to the end of this one.
    ///
    /// - Precondition: `index` is below the other block's `count`.
    package mutating func append(_ other: borrowing EventBlock, entryAt index: Int) {
        let slot = other.slots[index]
        guard slot.kind != .noted else { return append(other.notes[slot.start]) }
        let record = other.bytes.span.extracting(slot.record)
        appendSlot(of: record, slot.geometry, at: bytes.count)
        bytes.append(copying: record)
        if slot.upcastLength > 0 {
            append(upcast: other.bytes.span.extracting(slot.upcast), version: slot.upcastVersion)
        }
    }

    /// Adds the form to which upcasters brought the last event's payload.
    private mutating func append(upcast payload: Span<UInt8>, version: UInt16) {
        let index = slots.count - 1
        slots[index].upcastStart = bytes.count
        slots[index].upcastLength = UInt32(payload.count)
        slots[index].upcastVersion = version
        bytes.append(copying: payload)
    }

    /// Replaces `target`'s content by the entry at `index` of this block, its payload as stored.
    func copyEntry(at index: Int, into target: inout EventBlock) {
        target.removeAll()
        target.append(self, entryAt: index)
        target.dropUpcast()
    }

    /// Takes the payload of the only entry as stored.
    private mutating func dropUpcast() {
        bytes.removeLast(Int(slots[0].upcastLength))
        slots[0].upcastLength = 0
    }

    /// The record bytes of the event at `index`.
    @_lifetime(borrow self)
    borrowing func record(at index: Int) -> Span<UInt8> { bytes.span.extracting(slots[index].record) }
}

// MARK: - Slices of a plan

extension EventBlock {
    /// Empties the block for the next slice of a plan.
    mutating func begin(_ plan: ReadPlan) {
        removeAll()
        types.want(plan.types)
    }

    /// Whether another entry may be added to this slice.
    var hasRoom: Bool { slots.count < LogLimits.blockEvents && bytes.count < LogLimits.blockBytes }

    /// Whether the last entry is of a type that the plan wants, or no event at all.
    var lastIsOfWantedType: Bool {
        let slot = slots[slots.count - 1]
        guard slot.kind == .event else { return true }
        let start = slot.start + slot.geometry.keptAt + RecordLayout.typeAt
        return types.isWanted(
            slot.type, named: bytes.span.extracting(start..<start + slot.geometry.typeLength))
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
        if slot.kind == .noted { notes.removeLast() } else { bytes.removeLast(Int(slot.length)) }
    }
}

import Digest
import EventCoding
import EventLog

/// The decoder of stored records.
///
/// An input whose checksum is wrong would end there every time, so each is read twice: as it is, and with a
/// checksum that fits.
enum RecordEntry {
    static func run(_ input: Span<UInt8>) {
        read(input)
        guard input.count >= 8 else { return }
        var bytes: [UInt8] = []
        for index in 0..<input.count - 8 { bytes.append(input[index]) }
        let checksum = XXH3.hash64(bytes.span)
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: checksum >> shift))
        }
        read(bytes.span)
    }

    private static func read(_ record: Span<UInt8>) {
        var block = EventBlock()
        block.append(copying: record, foundAt: nil)
        precondition(block.count == 1, "a record is one entry")
        switch block.entry(at: 0) {
        case .event(let event): check(event, of: record.count)
        case .withheld(let event): precondition(event.position == block.lastPosition(at: 0))
        case .missing: preconditionFailure("a record is no gap")
        case .unreadable(_, let why): precondition(!why.description.isEmpty)
        }
        var copy: [UInt8] = []
        for index in record.indices { copy.append(record[index]) }
        let parts = RecordPart.parts(of: copy)
        var end = 0
        for part in parts {
            precondition(part.range.lowerBound == end, "the parts of a record follow each other")
            end = part.range.upperBound
        }
        precondition(end == record.count, "the parts of a record cover it")
    }

    private static func check(_ event: borrowing Event, of length: Int) {
        let parts =
            event.typeName.count + event.streamName.count + event.subject.count + event.metadata.count
            + event.payload.count + event.salt.count
        precondition(parts < length && event.bytes.count == length, "the parts of an event lie within it")
        var hasher = LeafHasher()
        precondition(hasher.leaf(of: event) == hasher.leaf(of: event))
        // The checksum vouches for what was stored, so payloads are trusted; a forged one must not trap either.
        if let view = try? CBORView(validating: event.payload) { _ = PayloadValue(view) }
    }
}

import Digest
import EventCoding
import EventLog
import TestSupport

/// What stands at a place, copied out of a log.
enum Standing: Hashable {
    case event(UInt64, stream: String, type: String, bytes: [UInt8])
    case withheld(UInt64, stream: UInt32, type: String, bytes: [UInt8])
    case missing(ClosedRange<UInt64>, MissingReason)
    case unreadable(UInt64)

    var positions: ClosedRange<UInt64> {
        switch self {
        case .event(let position, _, _, _), .withheld(let position, _, _, _), .unreadable(let position):
            position...position
        case .missing(let range, _): range
        }
    }
}

extension EventSource {
    /// Everything that a plan reads.
    func standing(_ plan: ReadPlan = ReadPlan()) throws -> [Standing] {
        var all: [Standing] = []
        try forEachBlock(plan) { (block: borrowing EventBlock) in
            for index in 0..<block.count { all.append(Self.standing(block, at: index)) }
            return .proceed
        }
        return all
    }

    private static func standing(_ block: borrowing EventBlock, at index: Int) -> Standing {
        switch block.entry(at: index) {
        case .event(let event):
            .event(
                event.position, stream: event.streamText, type: event.typeText,
                bytes: event.bytes.indices.map { event.bytes[$0] })
        case .withheld(let event):
            .withheld(
                event.position, stream: event.streamNumber, type: event.typeText,
                bytes: event.bytes.indices.map { event.bytes[$0] })
        case .missing(let range, let reason): .missing(range, reason)
        case .unreadable(let position, _): .unreadable(position)
        }
    }
}

/// A restoration of the events of a log, some erased and some left out.
func restoration(
    of log: any EventSource, identity: LogIdentity, _ random: inout SplitMix64, erasing: Int, dropping: Int
) throws -> LogRestoration {
    var result = LogRestoration(identity: identity)
    let reasons: [MissingReason] = [.salvaged, .pruned, .excluded, .unreadable, .cutOff]
    var gap: ClosedRange<UInt64>?
    try log.forEachBlock { (block: borrowing EventBlock) in
        for index in 0..<block.count {
            guard let event = block.event(at: index) else { continue }
            let position = event.position
            let drops = dropping > 0 && random.oneIn(dropping)
            if drops || (gap != nil && !random.oneIn(3)) {
                gap = (gap?.lowerBound ?? position)...position
                continue
            }
            if let range = gap { try result.append(missing: range, reason: reasons[random.number(0...4)]) }
            gap = nil
            if erasing > 0 && random.oneIn(erasing) {
                let restored = try RestoredEvent(event)
                try result.append(
                    RestoredStub(kept: restored.kept, flags: restored.flags, innerDigest: innerDigest(event)))
            } else {
                try result.append(try RestoredEvent(event))
            }
        }
        return .proceed
    }
    if let range = gap { try result.append(missing: range, reason: .excluded) }
    return result
}

/// The digest of the part of a record that can be erased.
func innerDigest(_ event: borrowing Event) -> SHA256Digest {
    let bytes = event.bytes.indices.map { event.bytes[$0] }
    let kept = Int(bytes[8]) | Int(bytes[9]) << 8
    let withheld = Array(bytes[(16 + kept)..<(bytes.count - 8)])
    return SHA256.hash(withheld.span)
}

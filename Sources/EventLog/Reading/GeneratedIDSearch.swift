/// Finds an event by an id that the log generated, without an index.
///
/// Such an id carries the event's recorded time, and rises with the position; recorded times never fall. What
/// has another id, or cannot be read, says nothing about the ids around it and is passed over.
enum GeneratedIDSearch {
    fileprivate enum Side {
        case before, here, after
    }

    /// The position of the event whose generated id is `id`, up to `head`, or nil.
    ///
    /// - Parameter read: Replaces the block's content by what stands at a position.
    /// - Complexity: O(log n) reads, and one for each entry passed over: those of the id's own millisecond that
    ///   have ids given by callers, and those that cannot be read.
    static func position(
        of id: EventID, upTo head: UInt64,
        read: (_ position: UInt64, _ block: inout EventBlock) throws(LogError) -> Void
    ) throws(LogError) -> UInt64? {
        guard id.isGenerated else { return nil }
        var (low, high) = (UInt64(1), head)
        var block = EventBlock()
        while low <= high {
            let middle = low + (high - low) / 2
            var place = middle
            var side: Side?
            while side == nil && place >= low {
                try read(place, &block)
                side = block.side(of: id)
                if side == nil { place -= 1 }
            }
            switch side {
            case .here: return place
            case .after: high = place - 1
            case .before, nil: low = middle + 1
            }
        }
        return nil
    }
}

extension EventBlock {
    /// On which side of the event with generated id `id` the first entry stands; nil when it cannot tell.
    fileprivate func side(of id: EventID) -> GeneratedIDSearch.Side? {
        guard !isEmpty else { return nil }
        switch entry(at: 0) {
        case .event(let event): return Self.side(of: id, event.id, event.recorded, event.flags)
        case .withheld(let event): return Self.side(of: id, event.id, event.recorded, event.geometry.flags)
        case .missing, .unreadable: return nil
        }
    }

    private static func side(
        of id: EventID, _ other: EventID, _ recorded: Int64, _ flags: RecordFlags
    ) -> GeneratedIDSearch.Side? {
        if recorded != id.milliseconds { return recorded < id.milliseconds ? .before : .after }
        guard flags.contains(.generatedID) else { return nil }
        return other == id ? .here : other < id ? .before : .after
    }
}

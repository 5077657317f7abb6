internal import Platform

/// One reader's share of a log's streams, where several readers go through the log side by side.
///
/// Each record belongs to exactly one share, by the stream number that stands in its bytes, right or wrong: so
/// each is checked by one reader. What is no record belongs to the first share.
package struct StreamShare: Hashable, Sendable {
    /// Which share this is, from 0.
    package let index: UInt32
    /// How many there are.
    package let count: UInt32

    /// One of `count` shares.
    ///
    /// - Precondition: `index` is below `count`.
    package init(_ index: Int, of count: Int) {
        precondition((0..<count).contains(index), "a share is one of those that there are")
        self.index = UInt32(index)
        self.count = UInt32(count)
    }

    /// Whether places without a record belong to this share.
    package var holdsRest: Bool { index == 0 }

    /// Whether a record belongs to this share; nothing of it has been checked yet.
    func holds(_ record: Span<UInt8>) -> Bool {
        let numberAt = RecordLayout.headLength + RecordLayout.streamNumberAt
        guard record.count >= numberAt + 4 else { return holdsRest }
        return record.littleEndian32(at: numberAt) % count == index
    }
}

/// A source that several threads can read side by side, each the share of the streams that its plan names.
package protocol StreamShared: EventSource {
    /// Whether this very source does; one that stands for another can only do what that one does.
    var readsShares: Bool { get }
}

extension StreamShared {
    /// Reads what a plan's share asks for.
    package var readsShares: Bool { true }
}

extension EventLog: StreamShared {}
extension MemoryLog: StreamShared {}
extension TableLog: StreamShared {}

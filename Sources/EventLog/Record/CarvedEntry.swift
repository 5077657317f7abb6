/// A record, a stub or a declared gap that was found by its first bytes alone, and whose checksum holds.
package struct CarvedEntry: Hashable, Sendable {
    /// What was found.
    package enum Kind: Hashable, Sendable {
        /// An event, whole or erased.
        case record
        /// Positions that were declared to hold nothing.
        case gap(ClosedRange<UInt64>, MissingReason)
    }

    /// What was found.
    package let kind: Kind
    /// The log that wrote it.
    package let logID: LogID
    /// The position of the event, or the last one of the gap.
    package let position: UInt64
    /// The length in bytes.
    package let length: Int

    /// The bytes with which every record and every gap begins.
    package static let prefix = [UInt8](RecordLayout.magic[0..<3])
    /// The longest entry, in bytes.
    package static let longest =
        RecordLayout.length(
            type: LogLimits.typeBytes, stream: LogLimits.streamBytes, subject: LogLimits.subjectBytes,
            metadata: LogLimits.metadataBytes, payload: LogLimits.payloadBytes)

    /// The bytes from an entry's beginning that tell its position.
    package static let headLength = RecordLayout.headLength + RecordLayout.positionAt + 8

    /// The position that an entry's first bytes name, nothing else of which is checked; nil where they are none's.
    package static func position(namedIn head: Span<UInt8>) -> UInt64? {
        guard head.count >= headLength else { return nil }
        for index in prefix.indices where head[index] != prefix[index] { return nil }
        // Gaps have their last position at the same place, which is their key.
        return head.littleEndian64(at: headLength - 8)
    }

    /// The entry that begins at `offset`, or nil where none does.
    ///
    /// - Complexity: O(length of the entry); O(1) where its first bytes are no entry's.
    package init?(in bytes: Span<UInt8>, at offset: Int) {
        guard offset >= 0, bytes.count - offset >= GapRecord.length else { return nil }
        if bytes[offset + 3] == GapRecord.magic[3] {
            self.init(gap: bytes.extracting(offset..<offset + GapRecord.length))
        } else {
            self.init(record: bytes.extracting(offset..<bytes.count))
        }
    }

    private init?(gap bytes: Span<UInt8>) {
        // The key under which a gap stands is its own last position.
        let last = bytes.littleEndian64(at: 32)
        guard let gap = GapRecord(bytes, foundAt: last) else { return nil }
        kind = .gap(gap.range, gap.reason)
        logID = gap.logID
        position = last
        length = GapRecord.length
    }

    private init?(record bytes: Span<UInt8>) {
        for index in 0..<4 where bytes[index] != RecordLayout.magic[index] { return nil }
        let kept = Int(bytes.littleEndian32(at: RecordLayout.keptLengthAt))
        let withheld = Int(bytes.littleEndian32(at: RecordLayout.withheldLengthAt))
        let length = RecordLayout.headLength + kept + withheld + RecordLayout.checksumLength
        guard length <= min(Self.longest, bytes.count),
            let geometry = try? RecordGeometry(checking: bytes.extracting(0..<length))
        else { return nil }
        kind = .record
        logID = LogID(
            high: bytes.bigEndian64(at: geometry.keptAt + RecordLayout.logIDAt),
            low: bytes.bigEndian64(at: geometry.keptAt + RecordLayout.logIDAt + 8))
        position = bytes.littleEndian64(at: geometry.keptAt + RecordLayout.positionAt)
        guard position >= 1, position <= LogRestoration.highestPosition else { return nil }
        self.length = length
    }
}

internal import Digest
internal import Platform

// The `head` record of the meta table: fixed fields, the frontier's digests, then a checksum.
extension LogState {
    private static let version: UInt16 = 1
    private static let fixedLength = 2 + 8 + 1 + 8 + 16 + 4 + 8

    /// The record's bytes.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendLittleEndian(Self.version)
        bytes.appendLittleEndian(position)
        bytes.append(recorded == nil ? 0 : 1)
        bytes.appendLittleEndian(UInt64(bitPattern: recorded ?? 0))
        bytes.appendBigEndian(lastGeneratedID.high)
        bytes.appendBigEndian(lastGeneratedID.low)
        bytes.appendLittleEndian(streamCount)
        bytes.appendLittleEndian(frontier.size)
        for digest in frontier.digests { digest.append(to: &bytes) }
        let checksum = XXH3.hash64(bytes.span)
        bytes.appendLittleEndian(checksum)
        return bytes
    }

    /// The state that `bytes` hold.
    ///
    /// - Throws: `LogError` with code `damaged` when the checksum or a length does not fit.
    init(decoding bytes: Span<UInt8>) throws(LogError) {
        let damaged = LogError(.damaged, "the log's head record is damaged")
        let end = bytes.count - RecordLayout.checksumLength
        guard end >= Self.fixedLength, bytes.littleEndian16(at: 0) == Self.version,
            XXH3.hash64(bytes.extracting(0..<end)) == bytes.littleEndian64(at: end)
        else { throw damaged }
        position = bytes.littleEndian64(at: 2)
        recorded = bytes[10] == 0 ? nil : Int64(bitPattern: bytes.littleEndian64(at: 11))
        lastGeneratedID = EventID(high: bytes.bigEndian64(at: 19), low: bytes.bigEndian64(at: 27))
        streamCount = bytes.littleEndian32(at: 35)
        let size = bytes.littleEndian64(at: 39)
        var digests: [SHA256Digest] = []
        for offset in stride(from: Self.fixedLength, to: end, by: 32) {
            guard offset + 32 <= end, let digest = SHA256Digest(bytes: bytes.extracting(offset..<offset + 32))
            else { throw damaged }
            digests.append(digest)
        }
        guard let frontier = MerkleFrontier(size: size, digests: digests) else { throw damaged }
        self.frontier = frontier
    }
}

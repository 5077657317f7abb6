// The value of the `streams` table: number, then revision.
extension StreamState {
    func append(to bytes: inout [UInt8]) {
        bytes.appendLittleEndian(number)
        bytes.appendLittleEndian(revision)
    }

    /// The state that `bytes` hold; nil when they have another length.
    init?(decoding bytes: Span<UInt8>) {
        guard bytes.count == 12 else { return nil }
        self.init(number: bytes.littleEndian32(at: 0), revision: bytes.littleEndian64(at: 4))
    }
}

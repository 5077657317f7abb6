// Integers at any offset, without alignment: the subspan's known length lets the compiler drop the
// bounds checks of its bytes and read them at once.

extension Span<UInt8> {
    @inline(__always)
    func littleEndian16(at offset: Int) -> UInt16 {
        let bytes = extracting(offset..<offset + 2)
        return UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    }

    @inline(__always)
    func littleEndian32(at offset: Int) -> UInt32 {
        let bytes = extracting(offset..<offset + 4)
        return UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16 | UInt32(bytes[3]) << 24
    }

    @inline(__always)
    func littleEndian64(at offset: Int) -> UInt64 {
        UInt64(littleEndian32(at: offset)) | UInt64(littleEndian32(at: offset + 4)) << 32
    }

    @inline(__always)
    func bigEndian64(at offset: Int) -> UInt64 { littleEndian64(at: offset).byteSwapped }

    @inline(__always)
    func bigEndian32(at offset: Int) -> UInt32 { littleEndian32(at: offset).byteSwapped }
}

extension MutableSpan<UInt8> {
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func storeLittleEndian<Word: FixedWidthInteger & UnsignedInteger>(
        _ value: Word, at offset: Int
    ) {
        let size = Word.bitWidth / 8
        precondition(offset >= 0 && offset <= count - size, "a word is stored outside the bytes")
        for index in 0..<size { self[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func storeBigEndian<Word: FixedWidthInteger & UnsignedInteger>(_ value: Word, at offset: Int) {
        storeLittleEndian(value.byteSwapped, at: offset)
    }
}

extension [UInt8] {
    mutating func appendLittleEndian(_ value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func appendLittleEndian(_ value: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func appendLittleEndian(_ value: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func appendBigEndian(_ value: UInt64) { appendLittleEndian(value.byteSwapped) }
    mutating func appendBigEndian(_ value: UInt32) { appendLittleEndian(value.byteSwapped) }
}

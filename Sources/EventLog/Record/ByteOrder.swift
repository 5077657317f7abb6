// Integers at any offset, without alignment: the subspan's known length lets the compiler drop the
// bounds checks of its bytes and read them at once.

extension Span<UInt8> {
    @inlinable
    @inline(__always)
    func littleEndian16(at offset: Int) -> UInt16 {
        let bytes = extracting(offset..<offset + 2)
        return UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    }

    @inlinable
    @inline(__always)
    func littleEndian32(at offset: Int) -> UInt32 {
        let bytes = extracting(offset..<offset + 4)
        return UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16 | UInt32(bytes[3]) << 24
    }

    @inlinable
    @inline(__always)
    func littleEndian64(at offset: Int) -> UInt64 {
        UInt64(littleEndian32(at: offset)) | UInt64(littleEndian32(at: offset + 4)) << 32
    }

    @inlinable
    @inline(__always)
    func bigEndian64(at offset: Int) -> UInt64 { littleEndian64(at: offset).byteSwapped }

    @inlinable
    @inline(__always)
    func bigEndian32(at offset: Int) -> UInt32 { littleEndian32(at: offset).byteSwapped }
}

extension MutableSpan<UInt8> {
    /// Overwrites eight bytes.
    @inline(__always)
    @_lifetime(self: copy self)
    mutating func storeBigEndian(_ value: UInt64, at offset: Int) {
        precondition(offset >= 0 && offset <= count - 8, "a word is stored outside the bytes")
        for index in 0..<8 { self[offset + index] = UInt8(truncatingIfNeeded: value >> (56 - 8 * index)) }
    }
}

extension OutputSpan<UInt8> {
    @inline(__always)
    mutating func appendLittleEndian(_ value: UInt16) {
        append(UInt8(truncatingIfNeeded: value))
        append(UInt8(truncatingIfNeeded: value >> 8))
    }

    @inline(__always)
    mutating func appendLittleEndian(_ value: UInt32) {
        appendLittleEndian(UInt16(truncatingIfNeeded: value))
        appendLittleEndian(UInt16(truncatingIfNeeded: value >> 16))
    }

    @inline(__always)
    mutating func appendLittleEndian(_ value: UInt64) {
        appendLittleEndian(UInt32(truncatingIfNeeded: value))
        appendLittleEndian(UInt32(truncatingIfNeeded: value >> 32))
    }

    @inline(__always)
    mutating func appendBigEndian(_ value: UInt64) { appendLittleEndian(value.byteSwapped) }
}

extension [UInt8] {
    mutating func appendLittleEndian(_ value: UInt16) {
        append(addingCapacity: 2) { (output: inout OutputSpan<UInt8>) in output.appendLittleEndian(value) }
    }

    mutating func appendLittleEndian(_ value: UInt32) {
        append(addingCapacity: 4) { (output: inout OutputSpan<UInt8>) in output.appendLittleEndian(value) }
    }

    mutating func appendLittleEndian(_ value: UInt64) {
        append(addingCapacity: 8) { (output: inout OutputSpan<UInt8>) in output.appendLittleEndian(value) }
    }

    mutating func appendBigEndian(_ value: UInt64) { appendLittleEndian(value.byteSwapped) }
    mutating func appendBigEndian(_ value: UInt32) { appendLittleEndian(value.byteSwapped) }
}

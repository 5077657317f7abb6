// Copying a span behind what a buffer holds: the standard library has no safe bulk copy for this in Swift 6.3.

extension OutputSpan<UInt8> {
    /// Appends a copy of `bytes`.
    ///
    /// - Precondition: There is room for them.
    /// - Complexity: O(n), one memory copy.
    @inlinable
    @inline(__always)
    public mutating func append(copying bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity, "bytes are appended beyond the room that was made")
        // SAFETY: the target has room, which was just checked; the source is only read during the call.
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            unsafe withUnsafeMutableBufferPointer { target, count in
                guard let end = unsafe target.baseAddress?.advanced(by: count) else { return }
                unsafe end.initialize(from: start, count: source.count)
                count += source.count
            }
        }
    }

    /// Appends the UTF-8 of `text`.
    ///
    /// - Precondition: There is room for it.
    /// - Complexity: O(n).
    @inlinable
    public mutating func append(utf8Of text: String) {
        if #available(macOS 26, iOS 26, *) {
            append(copying: text.utf8Span.span)
        } else {
            for byte in text.utf8 { append(byte) }
        }
    }
}

// Copying a span over part of a buffer: the standard library has no safe bulk copy for this in Swift 6.3.

extension MutableSpan<UInt8> {
    /// Overwrites the bytes from `start` on with a copy of `bytes`.
    ///
    /// - Precondition: They all lie in the buffer.
    /// - Complexity: O(n), one memory copy.
    @inlinable
    @inline(__always)
    public mutating func overwrite(from start: Int, with bytes: Span<UInt8>) {
        precondition(
            start >= 0 && start <= count - bytes.count, "bytes are written beyond the end of the buffer")
        // SAFETY: the target has room, which was just checked; the source is only read during the call.
        unsafe bytes.withUnsafeBufferPointer { source in
            guard let first = source.baseAddress else { return }
            unsafe withUnsafeMutableBufferPointer { target in
                guard let place = unsafe target.baseAddress?.advanced(by: start) else { return }
                unsafe place.update(from: first, count: source.count)
            }
        }
    }
}

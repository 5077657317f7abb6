public import CProcessor

extension Span where Element: BitwiseCopyable {
    /// Asks the processor to bring the element at `index` near, because it will be needed soon.
    ///
    /// The wait for memory is shared when several are asked for before the first is used. A hint and no more:
    /// an index beyond the end is passed over.
    ///
    /// - Complexity: O(1), without waiting.
    @inlinable
    @inline(__always)
    public func prefetch(_ index: Int) {
        guard indices.contains(index) else { return }
        // SAFETY: the address lies in the buffer, as was checked, and nothing is read through it.
        unsafe withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe travelogFetchAhead(start + index)
        }
    }
}

// Copying a span into an array: the standard library has no safe bulk copy for this in Swift 6.3.

extension [UInt8] {
    /// Appends a copy of `bytes`.
    ///
    /// - Complexity: O(n), one memory copy.
    @inlinable
    public mutating func append(copying bytes: Span<UInt8>) {
        // SAFETY: the buffer is only read, and only during the call.
        unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe append(contentsOf: buffer)
        }
    }

    /// A copy of `bytes`.
    @inlinable
    public init(copying bytes: Span<UInt8>) {
        self = []
        append(copying: bytes)
    }
}

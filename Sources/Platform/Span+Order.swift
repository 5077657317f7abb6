#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Span<UInt8> {
    /// Whether these bytes stand before `other`'s: by the first that differs, then by length.
    ///
    /// - Complexity: O(n) in the shorter of the two, many bytes at a time.
    public func precedes(_ other: Span<UInt8>) -> Bool {
        let difference = difference(from: other, upTo: Swift.min(count, other.count))
        return difference == 0 ? count < other.count : difference < 0
    }

    /// Whether these bytes are `other`'s.
    ///
    /// - Complexity: O(n), many bytes at a time.
    public func hasSameBytes(as other: Span<UInt8>) -> Bool {
        count == other.count && difference(from: other, upTo: count) == 0
    }

    /// Below, at or above 0 as the first byte that differs is lower, missing or higher.
    private func difference(from other: Span<UInt8>, upTo end: Int) -> CInt {
        // SAFETY: both buffers are only read, and hold `end` bytes, during the call.
        unsafe withUnsafeBufferPointer { left in
            unsafe other.withUnsafeBufferPointer { right -> CInt in
                guard end > 0, let left = left.baseAddress, let right = right.baseAddress else { return 0 }
                return unsafe memcmp(left, right, end)
            }
        }
    }
}

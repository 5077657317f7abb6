#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Array where Element: BitwiseCopyable {
    /// A copy with room for `capacity` elements, in large pages where the system offers them.
    ///
    /// A big table that is looked into at random places waits for the translation of addresses as long as for
    /// memory itself; with large pages the processor remembers the translations of all of it. Small arrays are
    /// copied as usual.
    ///
    /// - Precondition: `capacity` is not below `count`.
    public func copied(withRoomFor capacity: Int) -> [Element] {
        precondition(capacity >= count, "a copy has room for what it copies")
        return unsafe [Element](unsafeUninitializedCapacity: capacity) { buffer, initialized in
            // SAFETY: the buffer is raw memory of the new array, which the advice leaves as it is.
            unsafe LargePages.advise(UnsafeRawBufferPointer(buffer))
            // SAFETY: the buffer has room for all elements, as was checked.
            unsafe withUnsafeBufferPointer { _ = unsafe buffer.initialize(fromContentsOf: $0) }
            initialized = count
        }
    }
}

/// Asks the system for large pages.
private enum LargePages {
    /// The size of a large page nearly everywhere, in bytes.
    private static let size = 2 << 20
    /// From so many bytes on, large pages are worth it.
    private static let worthwhile = 4 << 20

    /// Advises the system to back the memory with large pages; one that has none goes on as before.
    static func advise(_ memory: UnsafeRawBufferPointer) {
        #if os(Linux)
        guard memory.count >= worthwhile, let start = memory.baseAddress else { return }
        let misplaced = Int(bitPattern: start) & (size - 1)
        let skipped = misplaced == 0 ? 0 : size - misplaced
        let length = (memory.count - skipped) & ~(size - 1)
        guard length > 0 else { return }
        _ = unsafe madvise(UnsafeMutableRawPointer(mutating: start + skipped), length, MADV_HUGEPAGE)
        #endif
    }
}

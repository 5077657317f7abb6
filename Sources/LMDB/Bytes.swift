internal import CLMDB

// The only place where LMDB's memory and Swift's views meet.

extension MDB_val {
    /// Calls `body` with an `MDB_val` that points at `span` for the duration of the call.
    @inline(__always)
    static func with<Result>(_ span: Span<UInt8>, _ body: (inout MDB_val) -> Result) -> Result {
        unsafe span.withUnsafeBufferPointer { buffer in
            let start = unsafe UnsafeMutableRawPointer(mutating: buffer.baseAddress)
            var value = unsafe MDB_val(mv_size: buffer.count, mv_data: start)
            return unsafe body(&value)
        }
    }

    /// The bytes that LMDB points at.
    @inline(__always)
    var buffer: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: mv_data?.assumingMemoryBound(to: UInt8.self), count: mv_size)
    }
}

/// A view of what LMDB points at, valid as long as `owner` is borrowed.
@inline(__always)
@_lifetime(borrow owner)
func view<Owner: ~Copyable & ~Escapable>(of value: MDB_val, in owner: borrowing Owner) -> Span<UInt8> {
    // SAFETY: LMDB keeps the page mapped and unchanged until `owner`, a transaction, ends or is mutated.
    let span = unsafe Span(_unsafeElements: value.buffer)
    return unsafe _overrideLifetime(span, borrowing: owner)
}

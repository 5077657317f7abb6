#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A look at the first meta page before LMDB is let near the file.
///
/// The layout is that of data version 1 (LMDB 0.9): a page header of one machine word and 8 bytes, then the
/// magic number, the version, two words, and the page size.
enum FileHeader {
    static let magic: UInt32 = 0xBEEF_C0DE
    static let version: UInt32 = 1
    /// Bytes to read: enough for the magic in every known layout and for the page size.
    private static let length = 64
    private static let wordSize = MemoryLayout<Int>.size

    /// Throws `.invalid` or `.versionMismatch` when the file cannot be an environment of this machine.
    static func check(_ file: String, path: String, operation: String, size: Int) throws(LMDBError) {
        let bytes: [UInt8]
        switch read(file) {
        case .success(let read): bytes = read
        case .failure(let reason):
            throw LMDBError(result: reason.number, operation: operation, path: path)
        }
        if let (code, message) = refusal(of: bytes, size: size) {
            throw LMDBError(code: code, operation: operation, path: path, message: message)
        }
    }

    /// Why a file that begins with `bytes` and has `size` bytes is refused; nil when it is not.
    static func refusal(of bytes: [UInt8], size: Int) -> (LMDBError.Code, String)? {
        let start = wordSize + 8
        guard let magic = number(in: bytes, at: start), magic == Self.magic else {
            return (.invalid, "it is no LMDB file\(hint(bytes))")
        }
        guard let version = number(in: bytes, at: start + 4), version == Self.version else {
            return (.versionMismatch, "it was written by another version of LMDB's format")
        }
        guard let pageSize = number(in: bytes, at: start + 8 + 2 * wordSize) else {
            return (.invalid, "the first page is cut off")
        }
        guard pageSize >= 512, pageSize <= 65_536, pageSize & (pageSize - 1) == 0 else {
            return (.invalid, "its page size of \(pageSize) bytes is impossible")
        }
        guard size >= 2 * Int(pageSize) else {
            return (.invalid, "it is cut off before the second page")
        }
        return nil
    }

    private static func hint(_ bytes: [UInt8]) -> String {
        let otherWord = wordSize == 8 ? 12 : 16
        if number(in: bytes, at: otherWord) == magic { return " of this machine's word size" }
        if number(in: bytes, at: wordSize + 8) == magic.byteSwapped { return " of this machine's byte order" }
        if number(in: bytes, at: 24) == magic { return " of format 0.9, but of a later one" }
        return ""
    }

    private static func number(in bytes: [UInt8], at offset: Int) -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for index in 0..<4 {
            let shift = UInt32(8 * index)
            value |= UInt32(bytes[offset + index]) << shift
        }
        return UInt32(littleEndian: value)
    }

    private struct SystemError: Error { let number: Int32 }

    private static func read(_ file: String) -> Result<[UInt8], SystemError> {
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(SystemError(number: errno)) }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: length)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe pread(descriptor, buffer.baseAddress, length, 0)
        }
        guard count >= 0 else { return .failure(SystemError(number: errno)) }
        return .success(Array(bytes.prefix(count)))
    }
}

import CSimdJSON

/// Newline-delimited JSON as a run of lines; the last one may lack its end.
public enum JSONLines {
    /// Where the line that begins at `start` ends: at its line feed, or at the end of `bytes`.
    ///
    /// - Precondition: `start` lies within `bytes` or at their end.
    /// - Complexity: O(n) in the bytes of the line.
    public static func end(from start: Int, in bytes: Span<UInt8>) -> Int {
        let rest = bytes.extracting(start...)
        return start
            + (unsafe rest.withUnsafeBufferPointer { buffer in
                unsafe travelog_json_line_length(buffer.baseAddress, buffer.count)
            })
    }

    /// Whether a line holds nothing but white space.
    public static func isBlank(_ line: Span<UInt8>) -> Bool {
        for index in line.indices {
            switch line[index] {
            case 0x20, 0x09, 0x0A, 0x0D: break
            default: return false
            }
        }
        return true
    }
}

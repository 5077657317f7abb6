import CUTF8Proc

/// One way to rewrite a text with utf8proc.
///
/// The canonical ordering of marks is done here: utf8proc's own takes quadratic time, so a text of a hundred
/// thousand marks would hold up the process for seconds.
struct Mapping {
    /// Normalization Form C.
    static let composition = Mapping(steps: [UTF8PROC_COMPOSE.rawValue])

    /// The folding of the collation: NFKD, marks stripped, case folded.
    ///
    /// Folding comes last: before the marks are gone, a composed iota subscript folds to an iota while a
    /// decomposed one is stripped, and canonically equal texts would differ.
    static let folding = Mapping(
        steps: [
            UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_STRIPMARK.rawValue,
            UTF8PROC_CASEFOLD.rawValue,
        ])

    /// More than the longest decomposition of one scalar, the 18 of U+FDFA.
    private static let longestDecomposition = 32

    /// The options of each step; those of the last also say how the result is composed.
    private let steps: [UInt32]

    /// The text rewritten, as UTF-8.
    ///
    /// - Complexity: O(n log n).
    func apply(to text: String) -> [UInt8] {
        var scalars = text.unicodeScalars.map { Int32(bitPattern: $0.value) }
        for step in steps {
            var mapped: [Int32] = []
            mapped.reserveCapacity(scalars.count + 1)
            for scalar in scalars { Self.append(scalar, step, to: &mapped) }
            scalars = mapped
        }
        Self.orderMarks(in: &scalars)
        return encode(&scalars)
    }

    private static func append(_ scalar: Int32, _ options: UInt32, to scalars: inout [Int32]) {
        unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: longestDecomposition) { buffer in
            var boundary: Int32 = 0
            let count = unsafe utf8proc_decompose_char(
                scalar, buffer.baseAddress, buffer.count, utf8proc_option_t(options), &boundary)
            precondition((0...buffer.count).contains(count), "utf8proc could not decompose a scalar.")
            for index in 0..<count { scalars.append(unsafe buffer[index]) }
        }
    }

    /// Sorts each run of marks by combining class, marks of one class staying in order.
    private static func orderMarks(in scalars: inout [Int32]) {
        var start = 0
        while start < scalars.count {
            guard combiningClass(scalars[start]) != 0 else {
                start += 1
                continue
            }
            var run: [(rank: Int16, place: Int, scalar: Int32)] = []
            while start + run.count < scalars.count {
                let scalar = scalars[start + run.count]
                let rank = combiningClass(scalar)
                guard rank != 0 else { break }
                run.append((rank, run.count, scalar))
            }
            run.sort { ($0.rank, $0.place) < ($1.rank, $1.place) }
            for (offset, mark) in run.enumerated() { scalars[start + offset] = mark.scalar }
            start += run.count
        }
    }

    private static func combiningClass(_ scalar: Int32) -> Int16 {
        unsafe utf8proc_get_property(scalar).pointee.combining_class
    }

    /// The scalars, composed where the mapping says so, written as UTF-8 over themselves.
    private func encode(_ scalars: inout [Int32]) -> [UInt8] {
        let count = scalars.count
        let options = utf8proc_option_t((steps.last ?? 0) | UTF8PROC_STABLE.rawValue)
        // Room for the zero byte that utf8proc writes at the end.
        scalars.append(0)
        return unsafe scalars.withUnsafeMutableBufferPointer { buffer in
            let written = unsafe utf8proc_reencode(buffer.baseAddress, count, options)
            precondition(written >= 0, "utf8proc refused scalars that are valid.")
            return unsafe Array(UnsafeRawBufferPointer(buffer)[..<written])
        }
    }
}

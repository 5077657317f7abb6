/// Undoes what a transfer as text does to a file: a carriage return before each line feed.
enum LineEndings {
    /// The longest file that is tried, in bytes.
    private static let longest = 1 << 30

    /// The file with the endings as they were; nil where they were not changed.
    static func repaired(_ file: PageFile) -> PageFile? {
        guard file.length <= longest else { return nil }
        let bytes = file.read(0, file.length)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var changes = 0
        for index in bytes.indices {
            if bytes[index] == 0x0A {
                // One line feed that stands alone proves that nothing was put before them.
                guard result.last == 0x0D else { return nil }
                result.removeLast()
                changes += 1
            }
            result.append(bytes[index])
        }
        return changes > 0 ? PageFile(bytes: result) : nil
    }
}

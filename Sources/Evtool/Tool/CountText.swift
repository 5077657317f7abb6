/// Counts as people write them: "1 event", "2 events".
enum CountText {
    /// The number with its noun, which takes an s but for one.
    static func of(_ count: some BinaryInteger, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}

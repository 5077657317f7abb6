/// The rows that a typed key stands for, kept while a history is folded.
struct TrackedKey {
    /// A kept row that fits the key.
    struct Candidate {
        let row: TableRow
        let fit: KeyMatch.Fit
        /// The key as users see it.
        let keyText: String
    }

    var match: KeyMatch
    /// The kept rows that fit, by their keys.
    private(set) var candidates: [RowKey: Candidate] = [:]
    /// The kept rows that the current event touched, with the keys that users see.
    private(set) var touched: [(kept: RowKey, shown: String)] = []
    /// Whether the key stood for rows of several groups at once.
    private(set) var isAmbiguous = false

    init(_ match: KeyMatch) { self.match = match }

    /// Whether there is a row.
    var hasRow: Bool { !candidates.isEmpty }

    /// Whether the current event touched a row.
    var isTouched: Bool { !touched.isEmpty }

    /// Takes note of what a kept row became.
    ///
    /// - Parameter rendered: The rows that it is rendered into; nil where it is gone.
    mutating func take(_ rendered: [RenderedRow]?, of row: TableRow?, _ key: RowKey) {
        if let row, let rendered, let best = match.best(of: rendered) {
            touched.append((key, best.row.keyText))
            candidates[key] = Candidate(row: row, fit: best.fit, keyText: best.row.keyText)
            if candidates.count > 1, best.fit == .withoutGroup { noteAmbiguity() }
        } else if let gone = candidates.removeValue(forKey: key) {
            touched.append((key, gone.keyText))
        }
    }

    private mutating func noteAmbiguity() {
        if candidates.values.allSatisfy({ $0.fit == .withoutGroup }) { isAmbiguous = true }
    }

    /// Forgets what the current event touched.
    mutating func settle() { touched.removeAll(keepingCapacity: true) }

    /// How well the rows fit that the key stands for.
    var bestFit: KeyMatch.Fit { candidates.values.map(\.fit).max() ?? .none }

    /// The kept rows that fit best, by their keys.
    var best: [Candidate] {
        let fit = bestFit
        return candidates.filter { $0.value.fit == fit }.sorted { $0.key < $1.key }.map(\.value)
    }
}

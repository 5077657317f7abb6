/// The values that a command line gives to options or arguments, by name.
///
/// A list, not a dictionary: a command line names a handful of them, and the first dictionary of a process costs
/// more than reading all of its words.
struct NamedValues: Sendable {
    private var entries: [(name: String, values: [String])] = []

    /// The values under a name; nil where it was not given.
    subscript(name: String) -> [String]? {
        place(of: name).map { entries[$0].values }
    }

    /// Adds values to those under a name.
    mutating func add(_ values: [String], to name: String) {
        if let place = place(of: name) {
            entries[place].values += values
        } else {
            entries.append((name, values))
        }
    }

    private func place(of name: String) -> Int? {
        entries.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }
}

import Platform

/// The event types that this build knows, and the names that occur in a log.
struct KnownTypes {
    /// The newest known version of each type, by its name's bytes.
    private let versions: [[UInt8]: UInt16]
    /// The types that were met last: most often an event is of one of these, and its name needs no copy.
    private var recent: [(name: [UInt8], version: UInt16?)] = []
    /// The names of the types that occur.
    private(set) var names: Set<[UInt8]> = []

    private static let mostRecent = 16

    init(versions: [[UInt8]: UInt16]) { self.versions = versions }

    /// The newest known version of a type; nil for one that is not known.
    mutating func version(of name: Span<UInt8>) -> UInt16? {
        for type in recent where type.name.span.hasSameBytes(as: name) { return type.version }
        let bytes = [UInt8](copying: name)
        names.insert(bytes)
        if recent.count == Self.mostRecent { recent.removeFirst() }
        recent.append((bytes, versions[bytes]))
        return versions[bytes]
    }
}

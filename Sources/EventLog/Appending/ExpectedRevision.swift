/// What an append expects of its stream.
public enum ExpectedRevision: Hashable, Sendable {
    /// Nothing.
    case any
    /// That the stream has no event yet.
    case noStream
    /// That the stream's last event has this revision, from 1.
    case revision(UInt64)

    /// Whether a stream whose last revision is `actual` (0: no event) is as expected.
    func accepts(_ actual: UInt64) -> Bool {
        switch self {
        case .any: true
        case .noStream: actual == 0
        case .revision(let expected): actual == expected && expected > 0
        }
    }
}

extension ExpectedRevision: CustomStringConvertible {
    /// The expectation in words.
    public var description: String {
        switch self {
        case .any: "any revision"
        case .noStream: "no stream"
        case .revision(let revision): "revision \(revision)"
        }
    }
}

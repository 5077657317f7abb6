/// One stream of a log and how long it is.
public struct StreamSummary: Hashable, Sendable {
    /// The stream's name.
    public let name: StreamName
    /// Its number in this log, from 1 in the order of first appearance.
    public let number: UInt32
    /// Its last revision: the number of events ever appended to it.
    public let revision: UInt64

    /// A summary.
    public init(name: StreamName, number: UInt32, revision: UInt64) {
        self.name = name
        self.number = number
        self.revision = revision
    }
}

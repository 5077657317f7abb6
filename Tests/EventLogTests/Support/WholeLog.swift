import Digest
import EventLog
import Testing

/// Checks that a log is whole: dense positions and revisions, rising ids where generated, and the root over all
/// of its leaves.
///
/// - Returns: The head that it was checked up to.
@discardableResult
func expectWhole(
    _ log: any EventSource, sourceLocation: SourceLocation = #_sourceLocation
) throws -> LogHead {
    let head = try log.head()
    var hasher = LeafHasher()
    var frontier = MerkleFrontier()
    var revisions: [String: UInt64] = [:]
    var faults: [String] = []
    if head.position > 0 {
        try log.forEachBlock(ReadPlan(range: 1...head.position)) { block in
            for index in 0..<block.count {
                let expected = frontier.size + 1
                guard let event = block.event(at: index) else {
                    faults.append("no event at \(expected)")
                    continue
                }
                if event.position != expected { faults.append("\(event.position) instead of \(expected)") }
                let stream = event.streamText
                let revision = revisions[stream, default: 0] + 1
                if event.revision != revision {
                    faults.append("revision \(event.revision) instead of \(revision) at \(expected)")
                }
                revisions[stream] = revision
                frontier.append(hasher.leaf(of: event), using: &hasher)
            }
            return .proceed
        }
    }
    #expect(faults.prefix(5) == [], sourceLocation: sourceLocation)
    #expect(frontier.size == head.position, sourceLocation: sourceLocation)
    #expect(frontier.root == head.root, sourceLocation: sourceLocation)
    return head
}

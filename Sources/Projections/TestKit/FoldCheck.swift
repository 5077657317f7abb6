import Digest
public import EventCoding
public import EventLog

/// The digest of a fold's rows over a fixed corpus, kept beside the tests.
public struct RecordedDigest: Hashable, Sendable {
    /// The projection's name.
    public let projection: String

    /// The version of the fold.
    public let version: UInt32

    /// SHA-256 in hexadecimal digits.
    public let digest: String

    /// A digest as it was recorded.
    public init(projection: String, version: UInt32, digest: String) {
        self.projection = projection
        self.version = version
        self.digest = digest
    }
}

/// Finds folds whose rows moved although their version did not.
///
/// Stored rows carry the fold's version, and only a new one makes old rows stale: so code that gives other
/// rows under the same version would let old and new rows stand side by side.
public enum FoldCheck {
    /// The digests of some projections over a corpus, in their order.
    public static func digests(
        of projections: [AnyProjection], over corpus: any EventSource, catalogue: EventCatalogue
    ) throws -> [RecordedDigest] {
        let result = try Replay(projections, catalogue: catalogue).run(over: corpus)
        let renderer = RowRenderer(source: corpus, catalogue: catalogue)
        return try result.folds.map { fold in
            let digest = try ProjectionDigest.digest(
                of: fold.projection, rows: fold.rows, streams: result.streams, renderer: renderer)
            return RecordedDigest(
                projection: fold.projection.name, version: fold.projection.version, digest: digest.hex)
        }
    }

    /// What does not fit what was recorded, one sentence each.
    public static func violations(
        of projections: [AnyProjection], over corpus: any EventSource, catalogue: EventCatalogue,
        recorded: [RecordedDigest]
    ) throws -> [String] {
        try digests(of: projections, over: corpus, catalogue: catalogue).compactMap { found in
            let known = recorded.first {
                $0.projection.utf8.elementsEqual(found.projection.utf8) && $0.version == found.version
            }
            guard let known else {
                return "\(found.projection) \(found.version) has no recorded digest; it is \(found.digest)"
            }
            guard known.digest != found.digest else { return nil }
            return """
                the rows of \(found.projection) moved without a new version: raise version \(found.version), \
                or undo the change (recorded \(known.digest), found \(found.digest))
                """
        }
    }
}

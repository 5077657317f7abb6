import EventCoding
import EventLog
import Projections
import Testing
import TravelProjections

/// A fold whose rows over this corpus move needs a new version.
///
/// The corpus is what the generator of random histories gives for one seed: a change there moves the digests
/// too, and is then the only good reason to record them again.
@Suite("Digests of the travel folds")
struct DigestTests {
    private static let recorded: [RecordedDigest] = [
        RecordedDigest(
            projection: "recents", version: 1,
            digest: "c6a7b817e3b4faf2ed3405f05996222ac92674902c85e4f2bd01397565c1e6df"),
        RecordedDigest(
            projection: "visits", version: 1,
            digest: "5e64389ec62246ca26dfb5d7e7d28d9448a5eb7d92d8d846684f12e713e9b6ae"),
        // This corpus holds nothing for these two; theirs is in PlacesGoldenTests.
        RecordedDigest(
            projection: "places", version: 1,
            digest: "d7cd30c03c3c4f6bdee48474f31b0545d4ed7193cace5d459ed552d45ad617c2"),
        RecordedDigest(
            projection: "preferences", version: 1,
            digest: "4efc86a4c520ace0f849cff3c17621fc146ba65d6f4dfd691f1367af8d8d474d"),
    ]

    @Test("assertFold: the rows over the corpus are those of the recorded versions")
    func recordedDigests() throws {
        let log = MemoryLog(clock: { 0 })
        var history = RandomHistory(seed: 4_711)
        for append in try history.appends(120) { try log.append(append.events, to: append.stream) }
        let violations = try FoldCheck.violations(
            of: TravelModel.projections, over: log, catalogue: TravelModel.catalogue,
            recorded: Self.recorded)
        #expect(violations == [])
    }
}

/// A reader of bytes that anybody may have written, as the fuzzer calls it.
///
/// A target returns for every input. It traps where the reader breaks a promise, which the fuzzer, and the test
/// that runs saved inputs again, take as a finding.
public struct FuzzTarget: Sendable {
    /// The name on the command line.
    public let name: String
    /// Reads one input.
    public let run: @Sendable (Span<UInt8>) -> Void

    /// Every target, in the order in which they are told.
    public static let all: [FuzzTarget] = [
        FuzzTarget(name: "record", run: RecordEntry.run),
        FuzzTarget(name: "cbor", run: CBOREntry.run),
        FuzzTarget(name: "json", run: JSONEntry.run),
        FuzzTarget(name: "lines", run: LinesEntry.run),
        FuzzTarget(name: "export", run: ExportEntry.run),
        FuzzTarget(name: "csv", run: CSVEntry.run),
        FuzzTarget(name: "flickr", run: FlickrEntry.run),
        FuzzTarget(name: "condition", run: ConditionEntry.run),
        FuzzTarget(name: "pages", run: PagesEntry.run),
    ]
}

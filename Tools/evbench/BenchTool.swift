/// The evtool that is measured: as people start it, from the call to its end.
struct BenchTool {
    /// Exit statuses of an answer: yes, no, cannot tell.
    static let answers = 0...2

    let path: String

    /// The tool that the options name; nil where there is none that answers.
    init?(_ bench: Bench) {
        guard let path = bench.options.evtool, Machine.run(path, ["--version"])?.status == 0 else {
            return nil
        }
        self.path = path
    }

    /// Why a row without the tool has no figure.
    static let absence = "there is no evtool that answers"

    /// Whether the tool has this verb, which its help says.
    func has(_ verb: String) -> Bool { Machine.run(path, ["help", verb])?.status == 0 }

    /// The seconds of one run.
    ///
    /// - Throws: `BenchError` when it ends with a status that is not in `accepted`.
    @discardableResult
    func seconds(
        _ arguments: [String], accepting accepted: ClosedRange<Int> = 0...0, output: String? = nil
    ) throws -> Double {
        try run(arguments, accepting: accepted, output: output).seconds
    }

    /// The seconds of one run, and those in which the processor worked for it.
    func run(
        _ arguments: [String], accepting accepted: ClosedRange<Int> = 0...0, output: String? = nil
    ) throws -> (seconds: Double, computed: Double) {
        guard let (status, seconds, computed) = Machine.run(path, arguments, output: output),
            accepted.contains(status)
        else { throw BenchError("this did not work: evtool " + arguments.joined(separator: " ")) }
        return (seconds, computed)
    }

    /// The median of some runs, in seconds: one alone takes too little to be measured.
    func median(
        _ arguments: [String], accepting accepted: ClosedRange<Int> = 0...0, of count: Int = 11
    ) throws -> Double {
        try (0..<count).map { _ in try seconds(arguments, accepting: accepted) }.median
    }
}

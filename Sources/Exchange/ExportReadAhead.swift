import EventLog
import Platform

/// Reads the lines of an export on a second thread while those before are put together.
///
/// The lines come in their order, and the first that is at fault ends them: what a caller sees is what it
/// would see reading them itself.
struct ExportReadAhead {
    /// Some lines that follow each other, and the error of the line behind them.
    struct Slice: Sendable {
        var lines: [ExportLine] = []
        var failure: ExchangeError?
    }

    private struct State: Sendable {
        var slices: [Slice] = []
        var isAtEnd = false
        var isCancelled = false
    }

    /// Lines in a slice, and slices that may wait to be taken: about a megabyte of common lines.
    private static let sliceLines = 256
    private static let mostSlices = 4
    /// Fewer lines are read before a thread has started.
    static let fewLines = 1000

    private let state: Monitor<State>
    private let thread: OSThread

    /// Starts to read the lines at `places`; nil where there are few, or the system has no thread to spare.
    static func start(
        _ bytes: [UInt8], _ places: ArraySlice<ExportPlace>, of identity: LogIdentity
    ) -> ExportReadAhead? {
        guard places.count >= fewLines else { return nil }
        let state = Monitor(State())
        let thread = try? OSThread.start(name: "read lines") {
            Self.read(bytes, places, of: identity, into: state)
        }
        return thread.map { ExportReadAhead(state: state, thread: $0) }
    }

    /// The next lines; nil behind the last one.
    func next() -> Slice? {
        state.wait(until: { !$0.slices.isEmpty || $0.isAtEnd }) { state in
            state.slices.isEmpty ? nil : state.slices.removeFirst()
        }
    }

    /// Ends the reading, whose lines nobody wants any more; once only.
    func finish() {
        state.withLock { $0.isCancelled = true }
        thread.join()
    }

    private static func read(
        _ bytes: [UInt8], _ places: ArraySlice<ExportPlace>, of identity: LogIdentity,
        into state: Monitor<State>
    ) {
        var parser = ExportLineParser()
        var rest = places
        while !rest.isEmpty {
            var slice = Slice()
            slice.lines.reserveCapacity(sliceLines)
            for place in rest.prefix(sliceLines) {
                do throws(ExchangeError) {
                    slice.lines.append(try parser.line(at: place, in: bytes, of: identity))
                } catch {
                    slice.failure = error
                    break
                }
            }
            rest = slice.failure == nil ? rest.dropFirst(sliceLines) : []
            let isWanted = state.wait(
                until: { $0.slices.count < mostSlices || $0.isCancelled }
            ) { state in
                state.slices.append(slice)
                return !state.isCancelled
            }
            guard isWanted else { return }
        }
        state.withLock { $0.isAtEnd = true }
    }
}

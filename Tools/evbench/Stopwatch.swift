import Platform

/// Measures how long something takes.
struct Stopwatch {
    private let start = SystemClock.monotonicNanoseconds()

    /// The seconds since this watch was made.
    var seconds: Double { Double(SystemClock.monotonicNanoseconds() - start) * 1e-9 }
}

import Foundation
import Platform

/// What the child processes of the signal tests do; each ends the process itself.
enum SignalScenarios {
    /// Makes the standard output a pipe that nobody reads.
    static func closeReaderOfOutput() {
        var ends: [Int32] = [0, 0]
        unsafe pipe(&ends)
        close(ends[0])
        dup2(ends[1], 1)
    }

    static func writeToClosedPipe(restoring: Bool) throws {
        signal(SIGPIPE, SIG_IGN)
        if restoring { Signals.restoreQuietPipeDeath() }
        closeReaderOfOutput()
        do throws(PlatformError) {
            try StandardStream.output.write([1])
            exit(1)
        } catch {
            exit(error.code == .closedPipe ? 0 : 2)
        }
    }

    static func interruptASleeper() throws {
        Signals.watchInterrupts()
        if Signals.isInterrupted { exit(1) }
        if !Signals.sleepUnlessInterrupted(milliseconds: 1) { exit(2) }
        let start = SystemClock.monotonicMilliseconds()
        let killer = try OSThread.start(name: "killer") {
            SystemClock.sleep(milliseconds: 20)
            kill(getpid(), SIGINT)
        }
        if Signals.sleepUnlessInterrupted(milliseconds: 30_000) { exit(3) }
        killer.join()
        exit(SystemClock.monotonicMilliseconds() - start < 20_000 && Signals.isInterrupted ? 0 : 4)
    }

    static func writePastTheLimit() throws {
        Signals.ignoreFileSizeLimit()
        var limit = rlimit(rlim_cur: 100, rlim_max: 100)
        #if canImport(Darwin)
        unsafe setrlimit(RLIMIT_FSIZE, &limit)
        #else
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #endif
        let path = "/tmp/platform-tests-\(Randomness.uint64())"
        let writer = try FileWriter(creating: path)
        try writer.write([UInt8](repeating: 1, count: 1000))
        do throws(PlatformError) {
            try writer.flush()
            exit(1)
        } catch {
            try Files.unlink(path)
            exit(error.code == .noSpace ? 0 : 2)
        }
    }

    static func readPastTheEndOfAMap() throws {
        Signals.installBadPageHandlers(message: "evtool: the log has a bad page")
        let path = "/tmp/platform-tests-\(Randomness.uint64())"
        let writer = try FileWriter(creating: path)
        try writer.write([1])
        try writer.flush()
        let file = unsafe open(path, O_RDONLY)
        let map = unsafe mmap(nil, 8192, PROT_READ, MAP_SHARED, file, 0)
        try Files.unlink(path)
        let byte = unsafe map?.load(fromByteOffset: 5000, as: UInt8.self) ?? 0
        exit(Int32(byte))
    }

    static func setVariable(_ name: String, _ value: String) { unsafe setenv(name, value, 1) }
}

import Foundation
import Platform
import Testing

@Suite struct SignalsTests {
    @Test func closedPipeEndsTheProcessQuietly() async {
        await #expect(processExitsWith: .signal(SIGPIPE)) {
            try SignalScenarios.writeToClosedPipe(restoring: true)
        }
        await #expect(processExitsWith: .signal(SIGPIPE)) {
            signal(SIGPIPE, SIG_IGN)
            Signals.dieOfClosedPipe()
        }
    }

    @Test func ignoredPipeSignalIsAnError() async {
        await #expect(processExitsWith: .success) {
            try SignalScenarios.writeToClosedPipe(restoring: false)
        }
    }

    @Test func interruptSetsAFlagAndWakesASleeper() async {
        await #expect(processExitsWith: .success) { try SignalScenarios.interruptASleeper() }
    }

    @Test func secondInterruptEndsTheProcess() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            Signals.watchInterrupts()
            // To the process: the test's own thread may block signals.
            kill(getpid(), SIGINT)
            while !Signals.isInterrupted { SystemClock.sleep(milliseconds: 1) }
            kill(getpid(), SIGINT)
            SystemClock.sleep(milliseconds: 10_000)
        }
    }

    @Test func writesPastTheFileSizeLimitAreErrors() async {
        await #expect(processExitsWith: .success) { try SignalScenarios.writePastTheLimit() }
    }

    @Test func badPageEndsInASentence() async {
        let result = await #expect(
            processExitsWith: .exitCode(65), observing: [\.standardErrorContent]
        ) {
            try SignalScenarios.readPastTheEndOfAMap()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("evtool: the log has a bad page\n"))
    }

    @Test func abortAndWildPointerEndInASentenceToo() async {
        await #expect(processExitsWith: .exitCode(65)) {
            Signals.installBadPageHandlers(message: "bad page")
            abort()
        }
        await #expect(processExitsWith: .exitCode(65)) {
            Signals.installBadPageHandlers(message: "bad page")
            raise(SIGSEGV)
        }
    }
}

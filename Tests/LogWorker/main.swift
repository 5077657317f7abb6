import Platform

// The log in a process of its own, for tests: `log-worker ACTION PATH …`.

do {
    try Action(CommandLine.arguments).run()
} catch {
    try? StandardStream.error.write(Array("log-worker: \(error)\n".utf8))
    ProcessEnvironment.exit(1)
}

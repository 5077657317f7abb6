import Platform

// A writer of travel events in a process of its own, to be killed by tests: `travel-worker PATH SEED`.

do {
    try TravelWriter(CommandLine.arguments).run()
} catch {
    try? StandardStream.error.write(Array("travel-worker: \(error)\n".utf8))
    ProcessEnvironment.exit(1)
}

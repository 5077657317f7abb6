import Platform

// evbench measures the goals for speed, memory and disk side by side with rivals.

/// Measures what the arguments ask for and prints it.
func run(_ arguments: [String]) throws {
    if arguments.first == ReplayRows.childVerb {
        return try ReplayChild.run(Array(arguments.dropFirst()))
    }
    if arguments.first == BudgetWork.childVerb { return try BudgetWork.run(Array(arguments.dropFirst())) }
    if arguments.contains("--help") {
        return try StandardStream.output.write(Array((BenchOptions.usage + "\n").utf8))
    }
    let temporary = ProcessEnvironment.nonEmptyValue("TMPDIR") ?? "/tmp"
    if arguments.first == BudgetCheck.verb {
        if try BudgetCheck.run(arguments, in: temporary) { return }
        ProcessEnvironment.exit(1)
    }
    let options = try BenchOptions(arguments)
    let parent = options.folder ?? temporary
    let folder = try WorkFolder(in: parent)
    defer { folder.removeAll() }
    let bench = try Bench(options: options, folder: folder)
    if Machine.isInMemory(folder.path) {
        bench.say(
            "warning: \(folder.path) lies in memory, where a sync costs nothing; choose a disk with --dir")
    }
    let table = try BenchRows(bench: bench, program: CommandLine.arguments[0]).measure()
    try StandardStream.output.write(Array((table.text + "\n").utf8))
    try write(table.json, to: options.json)
    try write(Array(table.markdown.utf8), to: options.markdown)
}

/// Writes a file anew, where one is asked for.
func write(_ bytes: [UInt8], to path: String?) throws {
    guard let path else { return }
    try? Files.unlink(path)
    let file = try FileWriter(creating: path)
    try file.write(bytes)
    try file.flush()
}

do { try run(ProcessEnvironment.arguments) } catch {
    try? StandardStream.error.write(Array("evbench: \(error)\n".utf8))
    ProcessEnvironment.exit(1)
}

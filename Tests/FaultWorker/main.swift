import EventLog
import FaultKit
import Foundation

// What the tests of faults do in processes of their own:
//
// fault-worker write PATH BATCHES SEED full|relaxed [old] [bare]
// fault-worker states TRACE PATH SCRATCH SEED PER-MOMENT FIRST [INITIAL INODE] [lying]
//
// `old` appends to a log that is there, `bare` keeps no rows, `lying` takes no sync for one.

struct Misuse: Error {}

func number(_ index: Int) throws -> Int {
    guard index < CommandLine.arguments.count, let number = Int(CommandLine.arguments[index]) else {
        throw Misuse()
    }
    return number
}

func say(_ line: String) throws { try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }

func write(_ words: [String]) throws {
    var writing = Writing(
        words[2], durability: words[5] == "full" ? .full : .relaxed, seed: UInt64(try number(4)),
        keepsRows: !words.dropFirst(6).contains("bare"), say: say)
    try writing.run(batches: try number(3), creating: !words.dropFirst(6).contains("old"))
    try say("finished")
}

func states(_ words: [String]) throws {
    let trace = try Trace([UInt8](try Data(contentsOf: URL(filePath: words[2]))))
    var initial: (bytes: [UInt8], inode: UInt64)?
    if words.count > 9, let inode = UInt64(words[9]) {
        initial = ([UInt8](try Data(contentsOf: URL(filePath: words[8]))), inode)
    }
    _ = FileManager.default.createFile(atPath: words[4] + ".state", contents: nil)
    let note = try FileHandle(forWritingTo: URL(filePath: words[4] + ".state"))
    var states = try CrashStates(
        trace, path: words[3], initial: initial, seed: UInt64(try number(5)), scratch: words[4],
        isLying: words.contains("lying")
    ) { number in
        // Where the process dies of a state, its number is known.
        try? note.seek(toOffset: 0)
        try? note.write(contentsOf: Data("\(number)\n".utf8))
    }
    let outcome = states.run(perMoment: try number(6), from: try number(7))
    try say("states \(outcome.good) \(outcome.absent) \(outcome.refused) \(outcome.faultCount)")
    for fault in outcome.faults { try say(fault) }
}

do {
    let words = CommandLine.arguments
    guard words.count > 5 else { throw Misuse() }
    switch words[1] {
    case "write": try write(words)
    case "states": try states(words)
    default: throw Misuse()
    }
} catch {
    FileHandle.standardError.write(Data("fault-worker: \(error)\n".utf8))
    exit(1)
}

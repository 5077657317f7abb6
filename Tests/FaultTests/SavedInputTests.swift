import Foundation
import FuzzEntries
import Testing

/// Inputs for the readers of foreign bytes: the small ones from which the fuzzer starts, and those that killed once.
@Suite struct SavedInputTests {
    private static let tools = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Tools").standardizedFileURL

    private func inputs(_ folder: String, _ target: String) throws -> [(name: String, bytes: [UInt8])] {
        let path = Self.tools.appending(path: "evfuzz/\(folder)/\(target)").path
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [] }
        return try names.sorted().map { name in
            (name, [UInt8](try Data(contentsOf: URL(filePath: path + "/" + name))))
        }
    }

    @Test("every seed, every part of it, and every input that once killed a reader is survived")
    func survived() throws {
        for target in FuzzTarget.all {
            let seeds = try inputs("Seeds", target.name)
            #expect(!seeds.isEmpty, "\(target.name) has seeds")
            for input in seeds {
                target.run(input.bytes.span)
                for length in stride(from: 0, to: input.bytes.count, by: max(input.bytes.count / 40, 1)) {
                    let part = Array(input.bytes[..<length])
                    target.run(part.span)
                }
            }
            for input in try inputs("Crashers", target.name) { target.run(input.bytes.span) }
        }
    }

    @Test("the ledger of long runs is in its form, and finds add up to none")
    func ledger() throws {
        let path = Self.tools.appending(path: "soak.ledger").path
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.first == "date\tcommit\tkind\tseed and amount\texecutions\tfindings")
        let kinds: Set<Substring> = [
            "kills", "crash-states", "failed-calls", "model", "schedules", "bit-flips", "mutations",
            "cuts",
        ]
        let fuzzed = Set(FuzzTarget.all.map { "fuzz-" + $0.name })
        for line in lines.dropFirst() {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            try #require(cells.count == 6, "\(line)")
            #expect(cells[0].wholeMatch(of: /20[0-9]{2}-[01][0-9]-[0-3][0-9]/) != nil, "\(line)")
            #expect(cells[1].wholeMatch(of: /[0-9a-f]{12}/) != nil, "\(line)")
            #expect(kinds.contains(cells[2]) || fuzzed.contains(String(cells[2])), "\(line)")
            #expect(cells[3].wholeMatch(of: /seed [0-9]+, amount [0-9a-z]+/) != nil, "\(line)")
            #expect(Int(cells[4]).map { $0 > 0 } == true, "\(line)")
            #expect(Int(cells[5]).map { $0 >= 0 } == true, "\(line)")
        }
    }
}

import TestSupport
import Testing

@testable import Forensics

/// Pages that are read together are those that are read one by one, and so are their faults.
struct PageRunTests {
    private static let seeds: UInt64 = 20

    /// What came of reading a page: its bytes, or why it cannot be used.
    private static func outcome(_ read: () throws(PageFault) -> Page) -> Result<[UInt8], PageFault> {
        do throws(PageFault) { return .success(try read().bytes) } catch { return .failure(error) }
    }

    /// The pages from the first to beyond the last, mostly in order, and some at random.
    private static func numbers(_ file: PageFile, _ random: inout SplitMix64) -> [UInt64] {
        var numbers: [UInt64] = []
        for page in 0..<file.pageCount + 3 {
            numbers.append(page)
            if Int.random(in: 0..<9, using: &random) == 0 {
                numbers.append(UInt64.random(in: 0..<file.pageCount + 3, using: &random))
            }
        }
        return numbers + [.max, .max - 1, .max, 0, 1, 2]
    }

    @Test(arguments: Mutation.allCases)
    func `Whatever the file, a run gives what single reads give`(_ mutation: Mutation) throws {
        let sample = try SampleLog.make(events: 200)
        for seed in 1...Self.seeds {
            var random = SplitMix64(seed: seed)
            let file = PageFile(bytes: mutation.apply(to: sample.bytes, earlier: sample.earlier, &random))
            guard let layout = file.layout, let meta = file.newest else { continue }
            var run = PageRun()
            for number in Self.numbers(file, &random) {
                let single = Self.outcome { () throws(PageFault) in
                    try file.page(number, upTo: meta.lastPage, layout)
                }
                let together = Self.outcome { () throws(PageFault) in
                    try run.page(number, in: file, upTo: meta.lastPage, layout)
                }
                #expect(single == together, "\(mutation.rawValue), seed \(seed), page \(number)")
            }
        }
    }
}

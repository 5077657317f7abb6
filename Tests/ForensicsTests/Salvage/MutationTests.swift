import EventLog
import Forensics
import Foundation
import TestSupport
import Testing

/// Files that came to harm in every way that is known: nothing dies, nothing lies, nearly all comes back.
struct MutationTests {
    private static let seed: UInt64 = 20_261_130

    /// How many files are harmed; TRAVELOG_MUTATIONS says otherwise.
    private static var count: Int {
        ProcessInfo.processInfo.environment["TRAVELOG_MUTATIONS"].flatMap { Int($0) } ?? 300
    }

    @Test func `No damage passes unnoticed, and no record is made up`() throws {
        let sample = try SampleLog.make(events: 400)
        let kinds = Mutation.allCases
        var harmed = [Int](repeating: 0, count: kinds.count)
        var least = [Int](repeating: .max, count: kinds.count)
        var total = [Int](repeating: 0, count: kinds.count)
        var times = [Int](repeating: 0, count: kinds.count)
        for number in 0..<Self.count {
            let kind = number % kinds.count
            var random = SplitMix64(seed: Self.seed &+ UInt64(number))
            let judgement = Judgement(kinds[kind].apply(to: sample, &random), of: sample)
            if let failure = judgement.failure {
                Issue.record("seed \(Self.seed), number \(number), \(kinds[kind].rawValue): \(failure)")
            }
            times[kind] += 1
            harmed[kind] += judgement.isHarmed ? 1 : 0
            least[kind] = min(least[kind], judgement.salvaged)
            total[kind] += judgement.salvaged
        }
        for (index, kind) in kinds.enumerated() where times[index] > 0 {
            print(
                "\(kind.rawValue): \(times[index]) files, \(harmed[index]) harmed, recovered of 400 events:"
                    + " \(total[index] / times[index]) on average, \(least[index]) at least")
            // Only noise over many pages, and the loss of many, may cost much.
            switch kind {
            case .cutAtPage, .cutInPage, .zeroedRange, .noisyRange: break
            case .bothMetas, .oneMeta, .endings, .appended, .flippedHeader, .olderPage:
                #expect(least[index] >= 360, "\(kind.rawValue)")
            default: #expect(least[index] >= 350, "\(kind.rawValue)")
            }
        }
    }

    @Test func `A file cut off anywhere is read up to there`() throws {
        let sample = try SampleLog.make(events: 60)
        var random = SplitMix64(seed: Self.seed)
        var cuts = Array(stride(from: 0, to: sample.bytes.count, by: 4096))
        for _ in 0..<Self.count / 5 { cuts.append(random.number(0...sample.bytes.count - 1)) }
        for cut in cuts {
            let judgement = Judgement(Array(sample.bytes[..<cut]), of: sample)
            #expect(judgement.failure == nil, "cut at \(cut)")
        }
    }
}

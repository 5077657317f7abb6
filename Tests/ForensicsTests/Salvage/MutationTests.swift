import EventLog
import Forensics
import TestSupport
import Testing

/// Files that came to harm in every way that is known: nothing dies, nothing lies, nearly all comes back.
struct MutationTests {
    @Test func `No damage passes unnoticed, and no record is made up`() throws {
        let sample = try SampleLog.make(events: 400)
        let kinds = Mutation.allCases
        var harmed = [Int](repeating: 0, count: kinds.count)
        var least = [Int](repeating: .max, count: kinds.count)
        var total = [Int](repeating: 0, count: kinds.count)
        var times = [Int](repeating: 0, count: kinds.count)
        var findings = 0
        for number in 0..<Settings.mutations {
            let kind = number % kinds.count
            var random = SplitMix64(seed: Settings.seed &+ UInt64(number))
            let bytes = kinds[kind].apply(to: sample.bytes, earlier: sample.earlier, &random)
            let judgement = Judgement(bytes, of: sample)
            if let failure = judgement.failure {
                findings += 1
                Issue.record("seed \(Settings.seed), number \(number), \(kinds[kind].rawValue): \(failure)")
            }
            times[kind] += 1
            harmed[kind] += judgement.isHarmed ? 1 : 0
            least[kind] = min(least[kind], judgement.salvaged)
            total[kind] += judgement.salvaged
        }
        Settings.report("mutations", executions: Settings.mutations, findings: findings)
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
}

import EventLog
import Forensics
import TestSupport
import Testing

/// Files whose end is missing.
struct CutTests {
    @Test func `A file cut off anywhere is read up to there`() throws {
        let sample = try SampleLog.make(events: 60)
        var random = SplitMix64(seed: Settings.seed)
        var cuts = Array(stride(from: 0, to: sample.bytes.count, by: 4096))
        for _ in 0..<Settings.cuts { cuts.append(random.number(0...sample.bytes.count - 1)) }
        var findings = 0
        for cut in cuts {
            let judgement = Judgement(Array(sample.bytes[..<cut]), of: sample)
            if judgement.failure != nil { findings += 1 }
            #expect(judgement.failure == nil, "seed \(Settings.seed), cut at \(cut)")
        }
        Settings.report("cuts", executions: cuts.count, findings: findings)
    }
}

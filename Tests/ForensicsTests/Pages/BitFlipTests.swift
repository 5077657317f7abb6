import EventLog
import Forensics
import TestSupport
import Testing

/// Every bit of a small log, changed alone.
struct BitFlipTests {
    /// Salvage reads one file of so many, where all bits are flipped: it reads what was read before.
    private static let salvageStep = 64
    private static let salvagedSteps = 100

    private static let shownFindings = 20

    @Test func `No flipped bit is shown as an event or passes unnoticed`() throws {
        let sample = try SampleLog.make(events: 20)
        var bytes = sample.bytes
        var (flips, harmed, findings) = (0, 0, 0)
        for bit in stride(from: 0, to: bytes.count * 8, by: Settings.bitStep) {
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let isSalvaged = Settings.bitStep > Self.salvagedSteps || flips % Self.salvageStep == 0
            let judgement = Judgement(bytes, of: sample, salvaging: isSalvaged)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            flips += 1
            if judgement.isHarmed { harmed += 1 }
            guard let failure = judgement.failure else { continue }
            findings += 1
            if findings <= Self.shownFindings {
                Issue.record("bit \(bit % 8) of byte \(bit / 8) (page \(bit / 8 / 4096)): \(failure)")
            }
        }
        print("\(flips) flips of \(bytes.count) bytes, \(harmed) harmful, \(findings) unnoticed")
        Settings.report("bit-flips", executions: flips, findings: findings)
        #expect(findings == 0)
        #expect(harmed > 0)
    }

    /// A number that is off by two fits the other one, and makes the state before the last commit the newest.
    @Test(arguments: 4...7)
    func `No meta page passes for another commit's`(_ events: Int) throws {
        let sample = try SampleLog.make(events: events)
        var bytes = sample.bytes
        for slot in 0...1 {
            for bit in 0..<16 {
                let place = slot * 4096 + Self.transactionAt + bit / 8
                bytes[place] ^= 1 << UInt8(bit % 8)
                let judgement = Judgement(bytes, of: sample)
                bytes[place] ^= 1 << UInt8(bit % 8)
                #expect(judgement.failure == nil, "\(events) events, slot \(slot), bit \(bit)")
                #expect(judgement.isNoticed, "\(events) events, slot \(slot), bit \(bit)")
            }
        }
    }

    /// Where a meta page has the number of its transaction.
    private static let transactionAt = 144
}

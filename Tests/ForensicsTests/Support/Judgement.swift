import EventLog
import Forensics
import Platform

/// What the readers make of a file's bytes, held against the log that it once was.
struct Judgement {
    /// What went wrong with the readers themselves; nil where nothing did.
    var failure: String?
    /// Whether anything that is read differs from the whole log.
    var isHarmed = false
    /// Whether a finding, an error or an entry without an event tells of it.
    var isNoticed = false
    /// Events that the page reader still shows.
    var shown = 0
    /// Events that salvage recovered.
    var salvaged = 0

    /// Reads `bytes` in every way there is.
    init(_ bytes: [UInt8], of sample: SampleLog, salvaging: Bool = true) {
        let file = PageFile(bytes: bytes)
        let report = ContainerCheck.run(over: file)
        isNoticed = report.findings.contains { $0.severity >= .warning }
        read(file, sample)
        if salvaging { salvage(file, sample) }
        if failure == nil, isHarmed, !isNoticed { failure = "the damage is not noticed" }
    }

    private mutating func read(_ file: PageFile, _ sample: SampleLog) {
        do {
            let log = try ForensicLog(file)
            if !log.doubts.isEmpty { isNoticed = true }
            if log.head() != sample.head { isHarmed = true }
            var next: UInt64 = 1
            try log.forEachBlock { block in
                for index in 0..<block.count {
                    let positions = block.positions(at: index)
                    if positions.lowerBound != next {
                        failure = "after event \(next - 1), \(positions) was read"
                    }
                    next = positions.upperBound &+ 1
                    guard let event = block.event(at: index) else {
                        (isHarmed, isNoticed) = (true, true)
                        continue
                    }
                    shown += 1
                    let place = Int(event.position) - 1
                    if !sample.records.indices.contains(place)
                        || sample.records[place] != copy(event.bytes)
                    {
                        failure = "event \(event.position) was never in the log"
                    }
                }
                return .proceed
            }
            if next != log.head().position + 1 { failure = "reading ended after event \(next - 1)" }
        } catch {
            (isHarmed, isNoticed) = (true, true)
        }
    }

    private mutating func salvage(_ file: PageFile, _ sample: SampleLog) {
        let salvage = Salvage(of: file, now: 0)
        salvaged = Int(salvage.report.recovered)
        guard let log = salvage.recovered else { return }
        do {
            try log.forEachBlock { block in
                for index in 0..<block.count {
                    guard let event = block.event(at: index) else { continue }
                    let place = Int(event.position) - 1
                    var record = copy(event.bytes)
                    guard sample.records.indices.contains(place) else {
                        failure = "salvage made event \(event.position) up"
                        continue
                    }
                    // The mark of a salvaged record, and so the checksum, may differ; nothing else may.
                    var original = sample.records[place]
                    record.removeLast(8)
                    original.removeLast(8)
                    record.replaceSubrange(6..<8, with: original[6..<8])
                    if record != original { failure = "salvage changed event \(event.position)" }
                }
                return .proceed
            }
        } catch { failure = "what was salvaged cannot be read: \(error)" }
        let accounted = salvage.report.recovered + salvage.report.lostCount
        if salvage.report.endIsKnown, accounted != sample.head.position {
            failure = "salvage accounts for \(accounted) of \(sample.head.position) events"
        }
    }
}

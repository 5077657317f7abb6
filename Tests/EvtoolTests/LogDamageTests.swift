import Foundation
import TestSupport
import Testing

/// Logs that are cut off or damaged: a sentence, never a death, never a wrong record shown as good.
struct LogDamageTests {
    private static let page = 4096

    /// What each reading verb prints of a whole log.
    private static let readings = [
        ["log", "--plain"], ["info", "--plain"], ["project", "recents", "--plain"], ["replay", "--digest"],
    ]

    @Test("a log that is cut off shows what is left, says that it is not all, and makes nothing up")
    func cutLogs() throws {
        let folder = try Sample.smallFolder()
        let whole = try folder.bytes("small.evlog")
        let events = Set(try folder.run("log", "--plain").lines)
        // At page ends, in the middle of pages, and within the two meta pages.
        let cuts = [
            1, 100, Self.page, Self.page + 200, 2 * Self.page, 2 * Self.page + 1, whole.count / 2,
            whole.count - Self.page, whole.count - 1,
        ]
        for cut in cuts {
            try folder.write(Array(whole[..<cut]), to: "small.evlog")
            let before = try folder.listing()
            for words in Self.readings {
                let run = try ToolRun.run(words, in: folder.path)
                let what = "\(words[0]) of \(cut) bytes: \(run.status) \(run.stderr)"
                if run.status == 65 {
                    #expect(run.stdout.isEmpty, "\(what)")
                    let codes: Set = ["E-LOG-TRUNCATED", "E-LOG-DAMAGED", "E-LOG-FOREIGN"]
                    #expect(codes.contains(run.errorCode ?? ""), "\(what)")
                } else {
                    #expect(run.status == 2, "\(what)")
                    #expect(run.stderr.contains("the log is damaged: "), "\(what)")
                }
                guard words[0] == "log" else { continue }
                let shown = run.lines.filter { !$0.contains("unreadable:") && !$0.contains("missing (") }
                #expect(shown.allSatisfy(events.contains), "\(what)")
            }
            #expect(try folder.listing() == before)
        }
    }

    @Test("verify and salvage give a verdict on a log that is cut off anywhere")
    func verdictsOnCutLogs() throws {
        let folder = try Sample.smallFolder()
        let whole = try folder.bytes("small.evlog")
        for cut in stride(from: Self.page, to: whole.count, by: Self.page + 1_000) {
            try folder.write(Array(whole[..<cut]), to: "small.evlog")
            let run = try folder.run("verify", "--json")
            #expect(run.status == 1, "\(cut) bytes: \(run.stderr)")
            let checks = run.objects("check")
            #expect(checks.first?["result"] as? String == "fail", "\(cut) bytes")
            #expect(run.objects("end").count == 1)
            let salvage = try folder.run("salvage", "--dry-run")
            let verdicts: [Int32] = [0, 1, 2, 65]
            #expect(verdicts.contains(salvage.status), "\(cut): \(salvage.status) \(salvage.stderr)")
        }
    }

    @Test(arguments: [0, 1]) func oneDamagedMetaPageIsNamed(_ slot: Int) throws {
        let folder = try Sample.smallFolder()
        var bytes = try folder.bytes("small.evlog")
        bytes[slot * Self.page + 16] ^= 0xFF
        try folder.write(bytes, to: "small.evlog")
        let run = try folder.run("info")
        #expect(run.status == 2)
        #expect(run.stderr.contains("the log is damaged: meta page \(slot): it lacks the magic number"))
        #expect(run.stderr.contains("may not be the newest state"))
        let verify = try folder.run("verify")
        #expect(verify.status == 1)
        let line = "container    FAIL       meta page \(slot): it lacks the magic number"
        #expect(verify.stdout.contains(line))
    }

    @Test func bothMetaPagesDamaged() throws {
        let folder = try Sample.smallFolder()
        var bytes = try folder.bytes("small.evlog")
        // The flags that say what kind of page it is.
        for slot in 0...1 { bytes[slot * Self.page + 10] ^= 0xFF }
        try folder.write(bytes, to: "small.evlog")
        let run = try folder.run("info")
        #expect(run.status == 65)
        #expect(run.errorCode == "E-LOG-DAMAGED")
        #expect(run.stderr.contains("both meta pages are damaged"))
        let verify = try folder.run("verify")
        #expect(verify.status == 1)
        #expect(verify.stdout.contains("container    FAIL"))
        #expect(verify.stdout.contains("next: evtool salvage"))
    }

    /// Flips in pages beyond the meta pages: each verb gives the same answer, or says that it cannot.
    ///
    /// Flips that LMDB cannot notice must not change a record that is shown: whatever `log` prints as an event
    /// must be one of the lines that the whole log gives.
    @Test func flippedBytesNeverKillAndNeverLie() throws {
        let seed: UInt64 = 20_260_301
        var random = SplitMix64(seed: seed)
        let folder = try Sample.smallFolder()
        let whole = try folder.bytes("small.evlog")
        let verbs = Self.readings
        let good = try verbs.map { try ToolRun.run($0, in: folder.path).stdout }
        let goodLines = Set(good[0].split(separator: "\n").map(String.init))
        // Only bytes that are not zero: empty stretches of pages are rarely read.
        let places = whole.indices.dropFirst(2 * Self.page).filter { whole[$0] != 0 }
        for _ in 0..<75 {
            let place = places[Int(random.next() % UInt64(places.count))]
            var bytes = whole
            let mask = UInt8(truncatingIfNeeded: 1 << (random.next() % 8))
            bytes[place] ^= mask
            try folder.write(bytes, to: "small.evlog")
            for (index, words) in verbs.enumerated() {
                let run = try ToolRun.run(words, in: folder.path)
                let what = "seed \(seed), byte \(place) ^ \(mask), \(words[0]): \(run.status) \(run.stderr)"
                #expect(!run.diedOfSignal, "\(what)")
                switch run.status {
                case 0:
                    // A record about stored rows whose key is hit is no longer found; the rows are derived.
                    let differs = Set(run.lines).symmetricDifference(
                        good[index].split(separator: "\n").map(String.init))
                    let events = differs.filter { !$0.hasPrefix("projections.") }
                    #expect(index == 1 ? events.isEmpty : run.stdout == good[index], "\(what)")
                case 1, 2:
                    if index == 0 {
                        let events = run.lines.filter {
                            !$0.contains("unreadable:") && !$0.contains("missing (")
                        }
                        #expect(events.allSatisfy { goodLines.contains($0) }, "\(what)")
                    }
                default:
                    #expect(run.status == 65, "\(what)")
                    #expect(run.errorCode?.hasPrefix("E-") == true, "\(what)")
                }
            }
        }
    }
}

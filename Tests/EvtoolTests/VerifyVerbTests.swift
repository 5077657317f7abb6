import EventCoding
import EventLog
import Foundation
import Testing
import TravelEvents

/// `verify` as a process.
struct VerifyVerbTests {
    private func result(_ run: ToolRun, _ check: String) -> [String: Any]? {
        run.objects("check").first { $0["name"] as? String == check }
    }

    private func head(_ folder: TemporaryFolder, _ log: String = "sample.evlog") throws -> String {
        let run = try folder.run("verify", "--json", "--log", log)
        return try #require(run.objects("coverage").first?["head"] as? String)
    }

    @Test func aSoundLogIsConsistentAndNotProved() throws {
        let folder = try Sample.folder()
        let run = try folder.run("verify")
        #expect(run.status == 0, "\(run.stdout)")
        #expect(run.stdout.contains("Consistent   events 1..310 fit the tree they carry"))
        #expect(run.stdout.contains("Not proved   that nobody cut the tail"))
        #expect(!run.stdout.contains("Proved  "))
        let json = try folder.run("verify", "--json")
        #expect(json.objects("check").count == 10)
        #expect(json.objects("check").allSatisfy { ["ok", "not run"].contains($0["result"] as? String) })
        #expect(try folder.run("verify", "--plain").lines.count == 11)
    }

    @Test func theHeadThatWasKeptProves() throws {
        let folder = try Sample.folder()
        let head = try head(folder)
        let same = try folder.run("verify", "--expect", head)
        #expect(same.status == 0)
        #expect(same.stdout.contains("Proved       events 1..310"))
        let other = "310:" + String(repeating: "a", count: 64)
        #expect(try folder.run("verify", "--expect", other).status == 1)
        let longer = "311:" + String(repeating: "a", count: 64)
        let cut = try folder.run("verify", "--expect", longer)
        #expect(cut.status == 1)
        #expect(cut.stdout.contains("its tail was cut"))
        let wrong = try folder.run("verify", "--expect", "310:abc")
        #expect(wrong.status == 64 && wrong.errorCode == "E-ANCHOR")
    }

    @Test func nothingToVerifyIsNoGoodNews() throws {
        let folder = try TemporaryFolder()
        _ = try folder.run("create", "empty.evlog")
        let run = try folder.run("verify")
        #expect(run.status == 2)
        #expect(run.stdout.contains("Nothing to verify"))
    }

    @Test func checksAreChosenAndLeftOut() throws {
        let folder = try Sample.folder()
        let run = try folder.run("verify", "--json", "--only", "records", "--only", "tree")
        #expect(run.status == 0)
        #expect(result(run, "indexes")?["result"] as? String == "not run")
        #expect(try folder.run("verify", "--only", "anchor").status == 2)
        let all =
            ["container", "records", "positions", "streams", "tree", "indexes", "times", "schema"]
            + ["projections", "anchor"]
        let none = try ToolRun.run(["verify"] + all.flatMap { ["--skip", $0] }, in: folder.path)
        #expect(none.status == 64 && none.errorCode == "E-OPTION-CONFLICT")
        #expect(try folder.run("verify", "--only", "record").status == 64)
    }

    @Test func storedRowsThatAreWrongAreNamed() throws {
        let folder = try Sample.folder()
        try StoredRowSurgery.plantOldRows(in: folder)
        let run = try folder.run("verify", "--json")
        #expect(run.status == 1)
        #expect(result(run, "projections")?["result"] as? String == "fail")
        #expect(result(run, "tree")?["result"] as? String == "ok")
    }

    /// Each byte of a record, changed in the file: never a clean bill, never a crash.
    @Test func everyByteOfARecordCounts() throws {
        let folder = try Sample.smallFolder()
        let path = folder.file("small.evlog")
        let log = try EventLog.open(at: path, access: .readUnlocked)
        let record = try #require(try log.storedBytes(at: 20))
        log.close()
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        let place = try #require(file.range(of: Data(record)))
        #expect(file.range(of: Data(record), options: .backwards) == place)
        for offset in stride(from: 0, to: record.count, by: 7) {
            var changed = file
            changed[place.lowerBound + offset] ^= 0x10
            try changed.write(to: URL(fileURLWithPath: path))
            let run = try folder.run("verify", "--json")
            #expect(
                [1, 2].contains(run.status) && !run.diedOfSignal,
                "byte \(offset): \(run.status) \(run.stderr)")
        }
    }

    @Test func damageIsNamedInTheUsersTerms() throws {
        let folder = try Sample.smallFolder()
        let path = folder.file("small.evlog")
        let log = try EventLog.open(at: path, access: .readUnlocked)
        let record = try #require(try log.storedBytes(at: 20))
        log.close()
        var file = try Data(contentsOf: URL(fileURLWithPath: path))
        let place = try #require(file.range(of: Data(record)))
        file[place.upperBound - 1] ^= 1
        try file.write(to: URL(fileURLWithPath: path))
        let run = try folder.run("verify")
        #expect(run.status == 1)
        #expect(run.stdout.contains("event 20 cannot be read (records 19 and 21 are fine): "))
        #expect(run.stdout.contains(", between 20"))
        let damage = try #require(try folder.run("verify", "--json").objects("damage").first)
        #expect(damage["first"] as? Int == 20 && (damage["types"] as? [String])?.isEmpty == false)
    }

    @Test func anExportIsVerifiedLikeAnyOther() throws {
        let folder = try Sample.folder()
        _ = try folder.run("export", "--out", "all.ndjson")
        let head = try head(folder)
        let run = try folder.run("verify", "--log", "all.ndjson", "--expect", head)
        #expect(run.status == 0, "\(run.stdout) \(run.stderr)")
        #expect(run.stdout.contains("Proved       events 1..310"))
    }

    /// A writer at full speed raises no alarm.
    @Test func aLiveLogRaisesNoAlarm() throws {
        let folder = try Sample.folder()
        let log = try EventLog.open(at: folder.file("sample.evlog"), durability: .relaxed)
        defer { log.close() }
        let stream = try StreamName("another")
        let payload = try MapTypeSelected(mapType: .satellite).encoded()
        let stop = Stop()
        let thread = Thread {
            let event = ProposedEvent(type: MapTypeSelected.definition.type, payload: payload)
            while !stop.isSet { _ = try? log.append([AppendRequest([event], to: stream)]) }
            stop.finished.signal()
        }
        thread.start()
        for _ in 0..<5 {
            let run = try folder.run("verify", "--json", "--skip", "projections")
            #expect(run.status == 0, "\(run.stdout) \(run.stderr)")
        }
        stop.set()
        stop.finished.wait()
    }
}

/// A wish to stop, for a thread.
final class Stop: @unchecked Sendable {
    private let lock = NSLock()
    private var wish = false
    let finished = DispatchSemaphore(value: 0)

    var isSet: Bool { lock.withLock { wish } }
    func set() { lock.withLock { wish = true } }
}

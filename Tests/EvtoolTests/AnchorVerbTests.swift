import Foundation
import Testing

/// `anchor` as a process.
struct AnchorVerbTests {
    /// The sample, and a folder for keys inside; the line of the key made there.
    private func prepared() throws -> (folder: TemporaryFolder, line: String) {
        let folder = try Sample.folder()
        try FileManager.default.createDirectory(
            atPath: folder.file("keys"), withIntermediateDirectories: false)
        let run = try folder.run("anchor", "new", "--key", "keys/me", "--name", "alice.example")
        #expect(run.status == 0, "\(run.stderr)")
        return (folder, try #require(run.lines.first))
    }

    @Test func aKeyIsPrivateAndLiesElsewhere() throws {
        let (folder, line) = try prepared()
        #expect(line.hasPrefix("alice.example+"))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.file("keys/me"))[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        let beside = try folder.run("anchor", "new", "--key", "me")
        #expect(beside.status == 64 && beside.errorCode == "E-KEY-PLACE")
        #expect(try folder.run("anchor", "new", "--key", "me", "--here", "--json").status == 0)
        #expect(try folder.run("anchor", "new", "--key", "keys/me").status == 73)
        #expect(try folder.run("anchor", "new", "--key", "keys/x", "--name", "a b").errorCode == "E-KEY")
        #expect(try folder.run("anchor", "new").errorCode == "E-OPTION-MISSING")
        #expect(try folder.run("anchor").errorCode == "E-VERB-MISSING")
    }

    @Test func whatIsSignedIsChecked() throws {
        let (folder, line) = try prepared()
        let signed = try folder.run("anchor", "sign", "--key", "keys/me", "--out", "one.note")
        #expect(signed.status == 0, "\(signed.stderr)")
        let check = try folder.run("anchor", "check", "one.note", "--verifier", line)
        #expect(check.status == 0)
        #expect(
            check.stdout.contains("consistent: the first 310 events")
                && check.stdout.contains("alice.example"))
        let proved = try folder.run("verify", "--expect", "one.note", "--verifier", line)
        #expect(
            proved.stdout.contains(
                "Proved       events 1..310 are those of the anchor, signed by alice.example."))
        let unchecked = try folder.run("verify", "--expect", "one.note")
        #expect(unchecked.stdout.contains("Agrees") && !unchecked.stdout.contains("Proved"))
        #expect(unchecked.stderr.contains("no signature was checked"))
        let json = try folder.run("anchor", "check", "one.note", "--json", "--verifier", line)
        #expect(json.objects("checkpoint").first?["signers"] as? [String] == ["alice.example"])
        let other = try folder.run("anchor", "new", "--key", "keys/other")
        let stranger = try #require(other.lines.first)
        let unknown = try folder.run("anchor", "check", "one.note", "--verifier", stranger)
        #expect(unknown.status == 2 && unknown.errorCode == "E-SIGNER")
        let text = try String(contentsOfFile: folder.file("one.note"), encoding: .utf8)
        try folder.write(text.replacingOccurrences(of: "\n310\n", with: "\n309\n"), to: "forged.note")
        let forged = try folder.run("anchor", "check", "forged.note", "--verifier", line)
        #expect(forged.status == 1 && forged.errorCode == "E-SIGNATURE")
        try folder.write("nothing\n", to: "no.note")
        #expect(try folder.run("anchor", "check", "no.note").errorCode == "E-NOTE")
        #expect(try folder.run("anchor", "check", "one.note", "--verifier", "x").errorCode == "E-KEY")
    }

    @Test func nothingThatContradictsIsSigned() throws {
        let (folder, line) = try prepared()
        // The sample was copied here, so its first append begins an epoch with a new log id.
        #expect(try folder.run("record", "map-type", "hybrid").status == 0)
        try folder.copy(folder.file("sample.evlog"), to: "older.evlog")
        try folder.write("{\"id\":\"9001\",\"title\":\"T\",\"place\":\"X, Y\"}", to: "photo.json")
        #expect(try folder.run("record", "view", "photo.json", "--log", "sample.evlog").status == 0)
        let log = ["--log", "sample.evlog"]
        #expect(
            try ToolRun.run(
                ["anchor", "sign", "--key", "keys/me", "--out", "new.note"] + log, in: folder.path
            ).status == 0)
        let refused = try folder.run("anchor", "sign", "--key", "keys/me", "--log", "older.evlog")
        #expect(refused.status == 1 && refused.errorCode == "E-CONTRADICTION")
        #expect(refused.stdout.isEmpty)
        let check = try folder.run("anchor", "check", "new.note", "--verifier", line, "--log", "older.evlog")
        #expect(check.status == 1 && check.stdout.contains("lost its tail"))
        try folder.write("x", to: "keys/me.signed")
        let damaged = try ToolRun.run(["anchor", "sign", "--key", "keys/me"] + log, in: folder.path)
        #expect(damaged.status == 65 && damaged.errorCode == "E-SIGNED-MEMORY")
        _ = try folder.run("create", "empty.evlog")
        let empty = try folder.run("anchor", "sign", "--key", "keys/me", "--log", "empty.evlog")
        #expect(empty.status == 2 && empty.errorCode == "E-UNSIGNED")
    }

    @Test func anEventIsProvedToSomebodyElse() throws {
        let (folder, line) = try prepared()
        _ = try folder.run("anchor", "sign", "--key", "keys/me", "--out", "one.note")
        let made = try folder.run("anchor", "prove", "20", "--under", "one.note", "--out", "p.tlog-proof")
        #expect(made.status == 0, "\(made.stderr)")
        let check = try folder.run("verify", "--proof", "p.tlog-proof", "--verifier", line)
        #expect(check.status == 0)
        #expect(check.stdout.contains("Proved       event 20 of this log stood among the first 310"))
        let text = try String(contentsOfFile: folder.file("p.tlog-proof"), encoding: .utf8)
        try folder.write(text.replacingOccurrences(of: "index 19", with: "index 18"), to: "wrong.tlog-proof")
        let wrong = try folder.run("verify", "--proof", "wrong.tlog-proof", "--verifier", line, "--json")
        #expect(wrong.status == 1)
        #expect(wrong.objects("proof").first?["proved"] as? Bool == false)
        #expect(try folder.run("verify", "--proof", "one.note").errorCode == "E-NOTE")
        let size = try folder.run("anchor", "prove", "20", "--under", "one.note", "--size", "300")
        #expect(size.status == 64 && size.errorCode == "E-ANCHOR")
        #expect(
            try folder.run("anchor", "prove", "311", "--under", "one.note").errorCode == "E-POSITION-RANGE")
    }
}

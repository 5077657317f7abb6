import Anchors
import Digest
import EventCoding
import EventLog
import Foundation
import Testing

/// A folder that goes with the test.
final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "anchors-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}

@Suite("Anchors")
struct AnchorsTests {
    private func log(_ events: Int) throws -> MemoryLog {
        let log = MemoryLog(clock: { 1_000 })
        try append(events, to: log)
        return log
    }

    private func append(_ events: Int, to log: MemoryLog) throws {
        let type = try EventType(validating: "thing.happened")
        let stream = try StreamName("me")
        for number in 0..<events {
            let event = ProposedEvent(type: type, payload: PayloadValue.integer(Int64(number)).cbor)
            _ = try log.append([AppendRequest([event], to: stream)])
        }
    }

    private func code(_ body: () throws -> Void) -> AnchorError.Code? {
        do { try body() } catch { return (error as? AnchorError)?.code }
        return nil
    }

    @Test func keysAreReadBack() throws {
        let folder = try Folder()
        let made = try KeyFile.create(at: folder.file("key"), named: "alice.example")
        let read = try KeyFile(reading: folder.file("key"))
        #expect(read.key.verifier == made.key.verifier)
        let line = made.key.verifier.description
        #expect(try VerifierKey(parsing: line) == made.key.verifier)
        #expect(!made.isReadableByOthers)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("key"))
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(code { _ = try KeyFile.create(at: folder.file("key"), named: "bob") } == .file)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"), withDestinationPath: folder.file("target"))
        #expect(code { _ = try KeyFile.create(at: folder.file("link"), named: "bob") } == .file)
        #expect(!FileManager.default.fileExists(atPath: folder.file("target")))
    }

    @Test func namesAndKeysThatAreNoneAreRefused() throws {
        for name in ["", "a b", "a+b", "a\u{2003}b", "a\nb"] {
            #expect(code { _ = try SigningKey(named: name) } == .badName, "\(name)")
        }
        let line = try SigningKey(named: "alice").verifier.description
        for bad in ["", "alice", "alice+00000000+" + line.split(separator: "+")[2], line + "=", "x" + line] {
            #expect(code { _ = try VerifierKey(parsing: bad) } == .notAKey, "\(bad)")
        }
        #expect(code { _ = try SigningKey(parsing: line) } == .notAKey)
    }

    @Test func aNoteMayCarryManySignatures() throws {
        let keys = try (0..<20).map { try SigningKey(named: "signer\($0)") }
        let text = "a/00\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
        let lines = keys.map { key -> Substring in
            let encoded = SignedNote(text, signedBy: key).encoded
            return encoded.suffix(from: encoded.range(of: "\u{2014}")?.lowerBound ?? encoded.startIndex)
        }
        let whole = text + "\n" + lines.joined()
        let note = try SignedNote(parsing: Array(whole.utf8))
        #expect(note.signatures.count == 20)
        #expect(note.encoded == whole)
        #expect(try note.signers(among: [keys[3].verifier, keys[19].verifier]).count == 2)
        #expect(code { _ = try note.signers(among: []) } == .unknownSigner)
        let other = try SigningKey(named: "signer3").verifier
        #expect(code { _ = try note.signers(among: [other]) } == .unknownSigner)
    }

    @Test func everyByteOfASignedCheckpointCounts() throws {
        let folder = try Folder()
        let file = try KeyFile.create(at: folder.file("key"), named: "alice")
        let note = try file.sign(try log(9))
        let bytes = Array(note.encoded.utf8)
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            let isRefused =
                code {
                    let note = try SignedNote(parsing: other)
                    _ = try note.signers(among: [file.key.verifier])
                    _ = try Checkpoint(parsing: note.text)
                } != nil
            #expect(isRefused, "byte \(index)")
        }
        for count in 0..<bytes.count {
            #expect(code { _ = try SignedNote(parsing: Array(bytes[..<count])) } == .notANote, "\(count)")
        }
    }

    @Test func nothingThatContradictsIsSigned() throws {
        let folder = try Folder()
        let file = try KeyFile.create(at: folder.file("key"), named: "alice")
        let log = try log(5)
        let older = MemoryLog(restoring: try copy(of: log, through: 3))
        _ = try file.sign(log)
        try append(3, to: log)
        let note = try file.sign(log)
        #expect(try Checkpoint(parsing: note.text).size == 8)
        #expect(try Checkpoint(parsing: note.text).logID == log.identity().logID)
        #expect(code { _ = try file.sign(older) } == .lostTail)
        // The same log id with other events.
        var changed = try copy(of: log, through: 6)
        var event = try restored(7, of: log)
        event.subject = "changed"
        try changed.append(event)
        try changed.append(try restored(8, of: log))
        #expect(code { _ = try file.sign(MemoryLog(restoring: changed)) } == .contradiction)
        #expect(code { _ = try file.sign(MemoryLog()) } == .empty)
        try Data("x".utf8).write(to: URL(fileURLWithPath: file.memoryPath))
        #expect(code { _ = try file.sign(log) } == .damagedMemory)
    }

    private func restored(_ position: UInt64, of log: MemoryLog) throws -> RestoredEvent {
        var block = EventBlock()
        try log.read(position, into: &block)
        guard let event = block.event(at: 0) else { throw AnchorError(.unreadable, "no event") }
        return try RestoredEvent(event)
    }

    private func copy(of log: MemoryLog, through end: UInt64) throws -> LogRestoration {
        var restoration = LogRestoration(identity: LogIdentity(created: 0, epochs: log.identity().epochs))
        for position in 1...end { try restoration.append(try restored(position, of: log)) }
        return restoration
    }

    // MARK: Somebody else's eyes

    private func python(_ words: String...) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/verify_notes.py"
        process.arguments = ["python3", "-B", script] + words
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    @Test(.enabled(if: hasPython, "there is no Python 3"))
    func anIndependentReaderAgrees() throws {
        let folder = try Folder()
        let file = try KeyFile.create(at: folder.file("key"), named: "alice.example/travel")
        let log = try log(21)
        let note = try file.sign(log)
        let checkpoint = try Checkpoint(parsing: note.text)
        try Data(note.encoded.utf8).write(to: URL(fileURLWithPath: folder.file("note")))
        let line = file.key.verifier.description
        let answer = try python("checkpoint", folder.file("note"), line)
        #expect(answer.output == "21:\(log.head().root.hex)\n")
        let stranger = try SigningKey(named: "alice.example/travel").verifier.description
        #expect(try python("checkpoint", folder.file("note"), stranger).status == 1)

        for position in [1, 16, 17, 21] as [UInt64] {
            let found = try #require(try TreeDigests.inclusion(of: position, in: 21, of: log))
            let proof = EventProof(position: position, digests: found.proof, note: note)
            #expect(try EventProof(parsing: Array(proof.encoded.utf8)) == proof)
            #expect(try proof.proves(found.leaf))
            try Data(proof.encoded.utf8).write(to: URL(fileURLWithPath: folder.file("proof")))
            let answer = try python("proof", folder.file("proof"), line, found.leaf.hex)
            #expect(answer.output == "\(position) under 21:\(checkpoint.root.hex)\n")
            let other = try #require(try TreeDigests.inclusion(of: position == 1 ? 2 : 1, in: 21, of: log))
            #expect(try !proof.proves(other.leaf))
            #expect(try python("proof", folder.file("proof"), line, other.leaf.hex).status == 1)
        }
    }

    @Test func proofsThatAreNoneAreRefused() throws {
        let log = try log(3)
        let key = try SigningKey(named: "a")
        let checkpoint = Checkpoint(of: log.identity().logID, by: "a", size: 3, root: log.head().root)
        let note = SignedNote(checkpoint.text, signedBy: key)
        let text = EventProof(position: 2, digests: [checkpoint.root], note: note).encoded
        #expect(
            try EventProof(parsing: Array(text.replacing("index 1", with: "extra QQ==\nindex 1").utf8))
                .position == 2)
        let bad = [
            "", "c2sp.org/tlog-proof@v2\n", text.replacing("index 1", with: "index 01"),
            text.replacing("index 1", with: "index -1"), text.replacing("@v1", with: "@v2"),
            text.replacing("index 1\n", with: "index 1\nAAAA\n"),
        ]
        for bad in bad {
            #expect(code { _ = try EventProof(parsing: Array(bad.utf8)) } == .notAProof, "\(bad)")
        }
    }
}

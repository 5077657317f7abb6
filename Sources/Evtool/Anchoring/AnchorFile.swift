internal import Anchors
internal import CommandLineKit
internal import EventLog
internal import Forensics
internal import Platform

/// Reads what was kept outside a log: roots, signed checkpoints, proofs and the keys to check them.
enum AnchorFile {
    /// The keys that `--verifier` gives.
    ///
    /// - Throws: `E-KEY`.
    static func verifiers(_ context: ToolContext) throws(ToolError) -> [VerifierKey] {
        var keys: [VerifierKey] = []
        for line in context.arguments.values("verifier") {
            do throws(AnchorError) { keys.append(try VerifierKey(parsing: line)) } catch {
                throw ToolError(anchor: error, argument: "--verifier", value: line)
            }
        }
        return keys
    }

    /// A signed checkpoint in a file.
    ///
    /// - Throws: `E-NOTE` for anything else, or what reading a file throws.
    static func note(_ path: String, argument: String) throws(ToolError) -> (SignedNote, Checkpoint) {
        let bytes = try InputFile.read(path)
        do throws(AnchorError) {
            let note = try SignedNote(parsing: bytes)
            return (note, try Checkpoint(parsing: note.text))
        } catch { throw ToolError(anchor: error, argument: argument, value: path) }
    }

    /// Who of `keys` signed a note; nobody where no key is given, and then a note says so.
    ///
    /// - Throws: `E-SIGNATURE`, `E-SIGNER`.
    static func signers(
        of note: SignedNote, _ keys: [VerifierKey], _ path: String, _ context: ToolContext
    ) throws(ToolError) -> [String] {
        guard !keys.isEmpty else {
            context.console.note(
                "no signature was checked: give the signer's line with --verifier; \(InputFile.name(path)) names "
                    + note.signatures.map(\.name).joined(separator: ", "))
            return []
        }
        do throws(AnchorError) { return try note.signers(among: keys).map(\.name) } catch {
            throw ToolError(anchor: error, argument: "FILE", value: path)
        }
    }

    /// The anchors that `--expect` gives: `N:ROOT`, or a file with a signed checkpoint.
    static func expectations(_ context: ToolContext) throws(ToolError) -> [Anchor] {
        let keys = try verifiers(context)
        var anchors: [Anchor] = []
        for text in context.arguments.values("expect") {
            if let anchor = Anchor(parsing: text) {
                anchors.append(anchor)
                continue
            }
            guard try !LogFiles.isMissing(text) else {
                throw ToolError(
                    .anchor, exit: .usage, "this is neither a root nor a file: \(text)",
                    details: ["accepted: N:ROOT as `info` prints it, or a file made by `anchor sign`"],
                    argument: "--expect", value: text)
            }
            let (note, checkpoint) = try note(text, argument: "--expect")
            let signers = try signers(of: note, keys, text, context)
            anchors.append(
                Anchor(
                    size: checkpoint.size, root: checkpoint.root, logID: checkpoint.logID, signers: signers))
        }
        return anchors
    }
}

extension ToolError {
    /// The tool's word for a failure around anchors.
    init(anchor error: AnchorError, argument: String? = nil, value: String? = nil) {
        let (code, exit): (ErrorCode, ExitStatus) =
            switch error.code {
            case .notANote, .notACheckpoint, .notAProof: (.note, .unusableInput)
            case .notAKey, .badName: (.key, .usage)
            case .badSignature: (.signature, .no)
            case .unknownSigner: (.signer, .cannotTell)
            case .contradiction, .lostTail, .otherLog: (.contradiction, .no)
            case .empty, .unreadable: (.unsigned, .cannotTell)
            case .damagedMemory: (.signedMemory, .unusableInput)
            default: (.inputOutput, .inputOutput)
            }
        if error.code == .file, let cause = error.cause as? PlatformError {
            self.init(platform: cause, path: error.path ?? value ?? "")
            return
        }
        self.init(code, exit: exit, error.description, argument: argument, value: value)
        switch error.code {
        case .contradiction, .lostTail: details = ["nothing was signed"]
        case .unknownSigner: details = ["give the line that `anchor new` printed with --verifier"]
        case .damagedMemory: details = ["restore that file from a copy; without it nothing is signed"]
        default: break
        }
    }
}

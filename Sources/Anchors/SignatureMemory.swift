internal import Digest
internal import EventLog
internal import Platform

/// The last checkpoint signed or seen of each log, in a small file.
struct SignatureMemory {
    private let path: String
    private(set) var checkpoints: [Checkpoint] = []

    /// Reads the file; nothing is remembered where there is none.
    ///
    /// - Throws: `AnchorError`: `damagedMemory`, `file`.
    init(at path: String) throws(AnchorError) {
        self.path = path
        let bytes: [UInt8]
        do throws(PlatformError) {
            if try Files.kind(of: path) == .missing { return }
            bytes = try Files.readAll(path, limit: AnchorLimits.memoryBytes)
        } catch { throw AnchorError(.file, "what was signed last cannot be read", path: path, cause: error) }
        do throws(AnchorError) { checkpoints = try Self.parse(bytes) } catch {
            throw AnchorError(
                .damagedMemory, "what was signed last cannot be read: a line is damaged", path: path,
                cause: error)
        }
    }

    private static func parse(_ bytes: [UInt8]) throws(AnchorError) -> [Checkpoint] {
        let refusal = AnchorError(.damagedMemory, "a line is damaged")
        guard bytes.isEmpty || bytes.last == 0x0A, let text = String(validating: bytes, as: UTF8.self) else {
            throw refusal
        }
        var known: [Checkpoint] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 3 else { throw refusal }
            known.append(try Checkpoint(parsing: parts.joined(separator: "\n") + "\n"))
        }
        return known
    }

    /// What was signed of a log, and of its earlier stretches.
    ///
    /// - Throws: `AnchorError` with code `lostTail` where more was signed than the log holds now.
    func checkpoints(
        of identity: LogIdentity, by name: String, size: UInt64
    ) throws(AnchorError) -> [Checkpoint] {
        var found: [Checkpoint] = []
        for (index, epoch) in identity.epochs.enumerated() {
            let isLast = index == identity.epochs.count - 1
            let end = isLast ? size : identity.epochs[index + 1].firstPosition - 1
            let origin = "\(name)/\(epoch.logID.hex)"
            for checkpoint in checkpoints where checkpoint.origin.utf8.elementsEqual(origin.utf8) {
                guard checkpoint.size <= end || !isLast else {
                    throw AnchorError(
                        .lostTail,
                        "\(checkpoint.size) events were signed before, and the log holds \(size): it lost its tail, "
                            + "or an older copy was put in its place")
                }
                // Another continuation of that stretch may have gone further; it is no beginning of this one.
                if checkpoint.size <= end { found.append(checkpoint) }
            }
        }
        return found
    }

    /// Remembers a checkpoint in place of an earlier one of the same log, durably.
    ///
    /// - Throws: `AnchorError` with code `file`.
    mutating func remember(_ checkpoint: Checkpoint) throws(AnchorError) {
        checkpoints.removeAll { $0.origin.utf8.elementsEqual(checkpoint.origin.utf8) }
        checkpoints.append(checkpoint)
        let text = checkpoints.map {
            $0.text.split(separator: "\n").joined(separator: " ") + "\n"
        }.joined()
        do throws(PlatformError) {
            let file = try AtomicFile(path: path, replacing: true, permissions: 0o600)
            try file.write(Array(text.utf8))
            try file.commit()
        } catch {
            throw AnchorError(.file, "what was signed cannot be remembered", path: path, cause: error)
        }
    }
}

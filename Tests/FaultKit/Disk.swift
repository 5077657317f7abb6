/// What a disk holds while a program runs: what is safe, and what the system may still lose.
///
/// The model is that of POSIX without any promise of order: of the writes since a file's last sync each page, and
/// each sector of 512 bytes, may have arrived or not; names are safe once their folder was synced.
public struct Disk: Sendable {
    private struct Write: Sendable {
        var offset: Int
        var bytes: [UInt8]
    }
    private struct File: Sendable {
        var durable: [UInt8] = []
        var pending: [Write] = []
    }
    private enum Naming: Sendable {
        case add(String, UInt64)
        case link(String, String)
        case move(String, String)
        case remove(String)
    }

    private var files: [UInt64: File] = [:]
    private var names: [String: UInt64] = [:]
    private var namings: [Naming] = []

    /// An empty disk.
    public init() {}

    /// Puts a file on the disk, durably.
    public mutating func install(_ bytes: [UInt8], at path: String, inode: UInt64) {
        files[inode] = File(durable: bytes)
        names[path] = inode
    }

    /// Lets one thing happen; a durable write is still on its way until `settle`.
    public mutating func apply(_ entry: Trace.Entry) {
        switch entry {
        case .created(let path, let inode):
            files[inode] = File()
            namings.append(.add(path, inode))
        case .wrote(let inode, let offset, let bytes, _):
            files[inode, default: File()].pending.append(Write(offset: offset, bytes: bytes))
        case .resized(let inode, let size):
            var file = files[inode, default: File()]
            file.durable = Self.applied(file.pending, to: file.durable)
            file.pending = []
            file.durable.removeLast(max(file.durable.count - size, 0))
            file.durable += [UInt8](repeating: 0, count: max(size - file.durable.count, 0))
            files[inode] = file
        case .synced(let inode): sync(inode)
        case .syncedFolder:
            for naming in namings { Self.perform(naming, on: &names) }
            namings = []
        case .linked(let from, let to): namings.append(.link(from, to))
        case .renamed(let from, let to): namings.append(.move(from, to))
        case .unlinked(let path): namings.append(.remove(path))
        case .said: break
        }
    }

    /// Makes the last write of a file durable, and that one alone.
    public mutating func settle(_ inode: UInt64) {
        guard var file = files[inode], let last = file.pending.popLast() else { return }
        file.durable = Self.applied([last], to: file.durable)
        // What older writes still on their way would put there was overwritten in the cache as well.
        for index in file.pending.indices {
            let older = file.pending[index]
            let start = max(older.offset, last.offset)
            let end = min(older.offset + older.bytes.count, last.offset + last.bytes.count)
            guard start < end else { continue }
            file.pending[index].bytes.replaceSubrange(
                start - older.offset..<end - older.offset,
                with: last.bytes[start - last.offset..<end - last.offset])
        }
        files[inode] = file
    }

    private mutating func sync(_ inode: UInt64) {
        guard var file = files[inode] else { return }
        file.durable = Self.applied(file.pending, to: file.durable)
        file.pending = []
        files[inode] = file
    }

    private static func applied(_ writes: [Write], to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for write in writes { put(write.bytes[...], at: write.offset, into: &bytes) }
        return bytes
    }

    private static func put(_ piece: ArraySlice<UInt8>, at offset: Int, into bytes: inout [UInt8]) {
        let end = offset + piece.count
        if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
        bytes.replaceSubrange(offset..<end, with: piece)
    }

    private static func perform(_ naming: Naming, on names: inout [String: UInt64]) {
        switch naming {
        case .add(let path, let inode): names[path] = inode
        case .link(let from, let to): names[to] = names[from]
        case .move(let from, let to):
            names[to] = names[from]
            names[from] = nil
        case .remove(let path): names[path] = nil
        }
    }

    // MARK: Crashes

    /// What may stand under `path` after the power went now; nil where the name is gone.
    public func crashed<R: RandomNumberGenerator>(_ path: String, using random: inout R) -> [UInt8]? {
        guard let inode = surviving(path, using: &random), let file = files[inode] else { return nil }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return file.durable
        case 1: return Self.applied(file.pending, to: file.durable)
        case 2, 3: return prefix(of: file, using: &random)
        case 4...6: return subset(of: file, unit: 4096, using: &random)
        default: return subset(of: file, unit: 512, using: &random)
        }
    }

    private func surviving<R: RandomNumberGenerator>(_ path: String, using random: inout R) -> UInt64? {
        var names = names
        // A name is followed while it moves, so a file is found by whichever of its steps survived.
        let isOrdered = Bool.random(using: &random)
        let count = Int.random(in: 0...namings.count, using: &random)
        for (index, naming) in namings.enumerated() {
            if isOrdered ? index < count : Bool.random(using: &random) { perform(naming, on: &names) }
        }
        return names[path]
    }

    private func perform(_ naming: Naming, on names: inout [String: UInt64]) {
        // A later step may survive where the one that named its source did not.
        if case .link(let from, let to) = naming, names[from] == nil {
            names[to] = inodeEverNamed(from)
        } else if case .move(let from, let to) = naming, names[from] == nil {
            names[to] = inodeEverNamed(from)
        } else {
            Self.perform(naming, on: &names)
        }
    }

    private func inodeEverNamed(_ path: String) -> UInt64? {
        if let inode = names[path] { return inode }
        for case .add(path, let inode) in namings { return inode }
        return nil
    }

    /// Writes arrive in order up to one that is torn.
    private func prefix<R: RandomNumberGenerator>(of file: File, using random: inout R) -> [UInt8] {
        let count = Int.random(in: 0...file.pending.count, using: &random)
        var bytes = Self.applied(Array(file.pending[..<count]), to: file.durable)
        if count < file.pending.count {
            Self.tear(file.pending[count], unit: 512, into: &bytes) { _ in Bool.random(using: &random) }
        }
        return bytes
    }

    /// Each page or sector holds what it held after some of the writes.
    private func subset<R: RandomNumberGenerator>(of file: File, unit: Int, using random: inout R) -> [UInt8]
    {
        var bytes = file.durable
        // Mostly all or nothing arrived; how much of each is chosen anew for each state.
        let lost = Double.random(in: 0...1, using: &random)
        var last: [Int: Int] = [:]
        for (index, write) in file.pending.enumerated() {
            Self.tear(write, unit: unit, into: &bytes) { number in
                if last[number] == nil {
                    let all = file.pending.count
                    last[number] =
                        Double.random(in: 0...1, using: &random) < lost
                        ? Int.random(in: 0...all, using: &random) / 2 : all
                }
                return index < last[number, default: 0]
            }
        }
        let size = file.pending.map { $0.offset + $0.bytes.count }.max() ?? 0
        if size > bytes.count, Bool.random(using: &random) {
            bytes += [UInt8](repeating: 0, count: size - bytes.count)
        }
        return bytes
    }

    private static func tear(
        _ write: Write, unit: Int, into bytes: inout [UInt8], where arrives: (Int) -> Bool
    ) {
        var offset = write.offset
        let end = write.offset + write.bytes.count
        while offset < end {
            let next = min((offset / unit + 1) * unit, end)
            if arrives(offset / unit) {
                put(write.bytes[offset - write.offset..<next - write.offset], at: offset, into: &bytes)
            }
            offset = next
        }
    }
}

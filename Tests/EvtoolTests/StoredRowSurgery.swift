import EventLog
import Foundation
import Testing

/// Changes the rows that are stored in a log behind the back of everything that keeps them.
enum StoredRowSurgery {
    /// The number of the kept table in the key of a stored row: a packed table's key ends with it.
    private static func tableID(in key: [UInt8]) -> UInt8 { key.count == 11 ? key[10] : key[14] }

    /// Puts stored rows of an earlier moment in the place of the present ones, checksums and all: what an app
    /// with a bug in its fold would have saved.
    ///
    /// - Parameters:
    ///   - actions: What is recorded in between; `photo.json` is a photo of the sample's traveller.
    ///   - tableID: The only kept table whose rows are changed; nil for all.
    static func plantOldRows(
        in folder: TemporaryFolder, actions: [[String]] = [["view", "photo.json"]], tableID: UInt8? = nil
    ) throws {
        let photo = "{\"id\":\"9001\",\"title\":\"Planted\",\"place\":\"X, Y\"}"
        try folder.write(photo, to: "photo.json")
        let old = try rows(folder)
        for action in actions {
            let run = try ToolRun.run(["record"] + action, in: folder.path)
            #expect(run.status == 0, "\(run.stderr)")
        }
        let new = try rows(folder)
        let log = try EventLog.open(at: folder.file("sample.evlog"))
        defer { log.close() }
        let changes = old.keys.sorted { $0.lexicographicallyPrecedes($1) }
            .filter { new[$0] != nil && new[$0] != old[$0] }
            .filter { tableID == nil || Self.tableID(in: $0) == tableID }
            .map { SideChange(.rows, key: $0, value: old[$0]) }
        #expect(!changes.isEmpty)
        try log.changeSide { _ in (changes, ()) }
    }

    /// Forgets that anything is stored.
    static func forgetProjections(of path: String) throws {
        let log = try EventLog.open(at: path)
        defer { log.close() }
        let keys = try log.readSide { reader in
            var found: [[UInt8]] = []
            try reader.forEach(in: .projections, prefix: []) { key, _ in
                found.append(key.indices.map { key[$0] })
                return true
            }
            return found
        }
        try log.changeSide { _ in (keys.map { SideChange(.projections, key: $0, value: nil) }, ()) }
    }

    private static func rows(_ folder: TemporaryFolder) throws -> [[UInt8]: [UInt8]] {
        let log = try EventLog.open(at: folder.file("sample.evlog"), access: .readUnlocked)
        defer { log.close() }
        return try log.readSide { reader in
            var found: [[UInt8]: [UInt8]] = [:]
            try reader.forEach(in: .rows, prefix: []) { key, value in
                found[key.indices.map { key[$0] }] = value.indices.map { value[$0] }
                return true
            }
            return found
        }
    }
}

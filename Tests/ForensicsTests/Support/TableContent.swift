@testable import Forensics

/// What one table of a data file holds, in the order of its keys.
struct TableContent: Equatable {
    struct Entry: Equatable {
        let key: [UInt8]
        let value: [UInt8]
    }

    let name: [UInt8]
    /// How the table is stored, as its record has it.
    let flags: UInt16
    /// Its entries; where a key has many values, one for each.
    var entries: [Entry] = []

    var isOfMany: Bool { TreeRecord.Flags(rawValue: flags).contains(.manyValues) }
    var isOfFixed: Bool { TreeRecord.Flags(rawValue: flags).contains(.fixedValues) }

    /// What the walk over pages finds in the tables of a snapshot, and what it complains about.
    static func walked(_ file: PageFile, _ meta: MetaPage) throws -> (tables: [Self], faults: [PageFault]) {
        guard let layout = file.layout else { return ([], []) }
        var walker = TreeWalker(file, layout, meta)
        _ = walker.walk(meta.free, named: "free list")
        let records = Sink()
        _ = walker.walk(meta.main, named: TreeWalker.mainName) { key, value, flags in
            if flags == .tree { records.entries.append(Entry(key: key, value: value)) }
        }
        var tables: [Self] = []
        for record in records.entries where record.value.count == layout.treeSize {
            let tree = TreeRecord(record.value, at: 0, layout)
            let sink = Sink()
            _ = walker.walk(tree, named: String(decoding: record.key, as: UTF8.self)) { key, value, _ in
                sink.entries.append(Entry(key: key, value: value))
            }
            tables.append(Self(name: record.key, flags: tree.rawFlags, entries: sink.entries))
        }
        return (tables, walker.faults)
    }

    private final class Sink {
        var entries: [Entry] = []
    }
}

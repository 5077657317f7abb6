@testable import Forensics

/// Lays tables out as a data file of any word size and page size, as liblmdb on such a machine would.
///
/// Two snapshots stand in the file, each on pages of its own; the newer one lists the older one's pages as free.
struct FileBuilder {
    let layout: PageLayout
    private(set) var bytes: [UInt8] = []

    private static let metaPages = 2
    /// The flags of the list of free pages: its keys are numbers of the machine.
    private static let integerKey: UInt16 = 0x08
    private static let leastMap: UInt64 = 1 << 25

    /// A file with both snapshots.
    ///
    /// - Parameter transaction: The number of the older one's commit.
    static func file(
        older: [TableContent], newest: [TableContent], _ layout: PageLayout, transaction: UInt64 = 6
    ) -> [UInt8] {
        var builder = Self(layout: layout)
        builder.bytes = [UInt8](repeating: 0, count: metaPages * layout.pageSize)
        builder.add(older, transaction)
        let freed = UInt64(metaPages)..<UInt64(builder.bytes.count / layout.pageSize)
        builder.add(newest, transaction + 1, freeing: freed)
        return builder.bytes
    }

    private mutating func add(
        _ tables: [TableContent], _ transaction: UInt64, freeing freed: Range<UInt64> = 0..<0
    ) {
        let records = tables.map { table in Node(key: table.name, data: tree(of: table), flags: .tree) }
        let main = tree(of: records, flags: 0, entries: records.count)
        var lists: [Node] = []
        if !freed.isEmpty {
            let list = word(UInt64(freed.count)) + freed.reversed().flatMap { word($0) }
            lists = [node(word(transaction), list)]
        }
        let free = tree(of: lists, flags: Self.integerKey, entries: lists.count, pad: layout.pageSize)
        let pages = UInt64(bytes.count / layout.pageSize)
        let slot = transaction % 2
        var meta = header(slot, pad: 0, MetaPage.flag, lower: 0, upper: 0)
        meta += Self.little(UInt64(MetaPage.magic), 4) + Self.little(UInt64(MetaPage.version), 4)
        meta += word(0) + word(max(Self.leastMap, UInt64(bytes.count))) + free + main
        meta += word(pages - 1) + word(transaction)
        put(meta, at: Int(slot) * layout.pageSize)
    }

    // MARK: Nodes

    private struct Node {
        let key: [UInt8]
        let data: [UInt8]
        let flags: NodeFlags
        /// The length of the value where it stands elsewhere.
        var size: Int?

        /// The room that it takes, its place in the list of nodes included.
        var room: Int { 2 + (PageLayout.nodeHeader + key.count + data.count + 1) / 2 * 2 }
    }

    /// The longest node that liblmdb keeps on a page: two must fit.
    private var longestNode: Int { (layout.pageSize - layout.headerSize) / 2 / 2 * 2 - 2 }

    private mutating func node(_ key: [UInt8], _ value: [UInt8]) -> Node {
        if PageLayout.nodeHeader + key.count + value.count <= longestNode {
            return Node(key: key, data: value, flags: [])
        }
        let count = (layout.headerSize + value.count + layout.pageSize - 1) / layout.pageSize
        let number = allocate(count)
        let start = word(number) + Self.little(0, 2) + Self.little(4, 2) + Self.little(UInt64(count), 4)
        put(start + value, at: Int(number) * layout.pageSize)
        return Node(key: key, data: word(number), flags: .overflow, size: value.count)
    }

    /// The node of a key with many values: a page inside the node, or a tree of their own.
    private mutating func node(_ key: [UInt8], many values: [[UInt8]], of table: TableContent) -> Node {
        let inside = subPage(values, of: table)
        if PageLayout.nodeHeader + key.count + inside.count <= longestNode {
            return Node(key: key, data: inside, flags: .manyValues)
        }
        let integer: UInt16 = TreeRecord.Flags(rawValue: table.flags).contains(.integerValues) ? 0x08 : 0
        let record: [UInt8]
        if table.isOfFixed {
            record = itemTree(values, flags: 0x10 | integer)
        } else {
            let nodes = values.map { Node(key: $0, data: [], flags: []) }
            record = tree(of: nodes, flags: 0, entries: values.count)
        }
        return Node(key: key, data: record, flags: [.manyValues, .tree])
    }

    private func subPage(_ values: [[UInt8]], of table: TableContent) -> [UInt8] {
        if table.isOfFixed {
            let lower = layout.headerSize + 2 * values.count
            return header(0, pad: values[0].count, 0x72, lower: lower, upper: lower) + values.flatMap { $0 }
        }
        let nodes = values.map { Node(key: $0, data: [], flags: []) }
        let size = layout.headerSize + nodes.reduce(0) { $0 + $1.room }
        return page(0, nodes, flags: 0x52, size: size)
    }

    // MARK: Trees

    private mutating func tree(of table: TableContent) -> [UInt8] {
        var nodes: [Node] = []
        var index = 0
        while index < table.entries.count {
            let key = table.entries[index].key
            var values: [[UInt8]] = []
            while index < table.entries.count, table.entries[index].key == key {
                values.append(table.entries[index].value)
                index += 1
            }
            nodes.append(values.count == 1 ? node(key, values[0]) : node(key, many: values, of: table))
        }
        return tree(of: nodes, flags: table.flags, entries: table.entries.count)
    }

    private mutating func tree(of nodes: [Node], flags: UInt16, entries: Int, pad: Int = 0) -> [UInt8] {
        let runs = nodes.filter { $0.flags == .overflow }.reduce(0) { sum, node in
            sum + (layout.headerSize + (node.size ?? 0) + layout.pageSize - 1) / layout.pageSize
        }
        var level = groups(nodes).map { group in
            Branch(low: group[0].key, page: write(group, flags: 2))
        }
        let leaves = level.count
        let (root, depth, branches) = grow(&level)
        return record(pad, flags, depth, branches, leaves, runs, entries, root)
    }

    private mutating func itemTree(_ items: [[UInt8]], flags: UInt16) -> [UInt8] {
        let size = items[0].count
        let fitting = (layout.pageSize - layout.headerSize) / size
        var level: [Branch] = []
        for start in stride(from: 0, to: items.count, by: fitting) {
            let group = items[start..<min(items.count, start + fitting)]
            let number = allocate(1)
            let upper = layout.pageSize - group.count * (size - 2)
            let lower = layout.headerSize + 2 * group.count
            put(
                header(number, pad: size, 0x22, lower: lower, upper: upper) + group.flatMap { $0 },
                at: Int(number) * layout.pageSize)
            level.append(Branch(low: items[start], page: number))
        }
        let leaves = level.count
        let (root, depth, branches) = grow(&level)
        return record(size, flags, depth, branches, leaves, 0, items.count, root)
    }

    private struct Branch {
        let low: [UInt8]
        let page: UInt64
    }

    /// Puts branches over a level until one page is left.
    private mutating func grow(_ level: inout [Branch]) -> (root: UInt64?, depth: Int, branches: Int) {
        guard !level.isEmpty else { return (nil, 0, 0) }
        var (depth, branches) = (1, 0)
        while level.count > 1 {
            let nodes = level.map { child in
                Node(key: child.low, data: Self.little(child.page, 6), flags: [])
            }
            var next: [Branch] = []
            var start = 0
            for group in groups(nodes, branching: true) {
                next.append(Branch(low: level[start].low, page: write(group, flags: 1)))
                start += group.count
            }
            (level, depth, branches) = (next, depth + 1, branches + next.count)
        }
        return (level[0].page, depth, branches)
    }

    /// Nodes by the page on which they will stand; a branch has at least two.
    private func groups(_ nodes: [Node], branching: Bool = false) -> [[Node]] {
        var groups: [[Node]] = []
        var room = 0
        for node in nodes {
            if groups.isEmpty || node.room > room {
                groups.append([])
                room = layout.pageSize - layout.headerSize
            }
            groups[groups.count - 1].append(node)
            room -= node.room
        }
        if branching, groups.count > 1, groups[groups.count - 1].count == 1 {
            let moved = groups[groups.count - 2].removeLast()
            groups[groups.count - 1].insert(moved, at: 0)
        }
        return groups
    }

    // MARK: Bytes

    private mutating func write(_ nodes: [Node], flags: UInt16) -> UInt64 {
        let number = allocate(1)
        put(
            page(number, nodes, flags: flags, size: layout.pageSize), at: Int(number) * layout.pageSize)
        return number
    }

    private func page(_ number: UInt64, _ nodes: [Node], flags: UInt16, size: Int) -> [UInt8] {
        var page = [UInt8](repeating: 0, count: size)
        var upper = size
        for (index, node) in nodes.enumerated() {
            var bytes: [UInt8]
            if flags == 1 {
                // The first key of a branch is never compared, and left out.
                let key = index == 0 ? [] : node.key
                bytes = node.data + Self.little(UInt64(key.count), 2) + key
            } else {
                bytes = Self.little(UInt64(node.size ?? node.data.count), 4)
                bytes += Self.little(UInt64(node.flags.rawValue), 2)
                bytes += Self.little(UInt64(node.key.count), 2) + node.key + node.data
            }
            upper -= (bytes.count + 1) / 2 * 2
            page.replaceSubrange(upper..<upper + bytes.count, with: bytes)
            let slot = layout.headerSize + 2 * index
            page.replaceSubrange(slot..<slot + 2, with: Self.little(UInt64(upper), 2))
        }
        let lower = layout.headerSize + 2 * nodes.count
        page.replaceSubrange(
            0..<layout.headerSize, with: header(number, pad: 0, flags, lower: lower, upper: upper))
        return page
    }

    private func header(_ number: UInt64, pad: Int, _ flags: UInt16, lower: Int, upper: Int) -> [UInt8] {
        word(number)
            + [UInt64(pad), UInt64(flags), UInt64(lower), UInt64(upper)].flatMap { Self.little($0, 2) }
    }

    private func record(
        _ pad: Int, _ flags: UInt16, _ depth: Int, _ branches: Int, _ leaves: Int, _ runs: Int,
        _ entries: Int, _ root: UInt64?
    ) -> [UInt8] {
        Self.little(UInt64(pad), 4) + Self.little(UInt64(flags), 2) + Self.little(UInt64(depth), 2)
            + [branches, leaves, runs, entries].flatMap { word(UInt64($0)) } + word(root ?? layout.noPage)
    }

    private mutating func allocate(_ pages: Int) -> UInt64 {
        let number = UInt64(bytes.count / layout.pageSize)
        bytes += [UInt8](repeating: 0, count: pages * layout.pageSize)
        return number
    }

    private mutating func put(_ content: [UInt8], at offset: Int) {
        bytes.replaceSubrange(offset..<offset + content.count, with: content)
    }

    private func word(_ value: UInt64) -> [UInt8] { Self.little(value, layout.wordSize) }

    private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}

/// A branch or a leaf page whose every offset and length was checked before anything on it is used.
struct Page: Sendable {
    enum Kind: Hashable, Sendable {
        case branch
        case leaf
        /// A leaf of items of one size, without nodes.
        case items
    }

    let number: UInt64
    let bytes: [UInt8]
    let layout: PageLayout
    let kind: Kind
    /// The number of nodes or items.
    let count: Int
    /// The size of an item, where the page holds items.
    let itemSize: Int

    private static let branch: UInt16 = 1
    private static let leaf: UInt16 = 2
    private static let items: UInt16 = 0x22
    private static let subPage: UInt16 = 0x52
    private static let subPageOfItems: UInt16 = 0x72

    /// Checks the page `number`.
    init(_ bytes: [UInt8], number: UInt64, _ layout: PageLayout) throws(PageFault) {
        guard layout.word(bytes, 0) == number else {
            throw PageFault(
                ContainerFindings.pageNumber, "page \(number) carries the number \(layout.word(bytes, 0))",
                page: number)
        }
        let flags = bytes.little16(layout.wordSize + 2)
        let kind: Kind
        switch flags {
        case Self.branch: kind = .branch
        case Self.leaf: kind = .leaf
        case Self.items: kind = .items
        default:
            throw PageFault(
                ContainerFindings.pageKind,
                "page \(number) is marked \(hexadecimal(flags)), which no page of a tree is", page: number)
        }
        try self.init(bytes, kind, number: number, layout)
    }

    /// Checks the page that stands inside a node of page `number`.
    init(subPage bytes: [UInt8], of number: UInt64, _ layout: PageLayout) throws(PageFault) {
        guard bytes.count >= layout.headerSize else {
            throw PageFault(
                ContainerFindings.bounds, "page \(number): the list of a key's values is cut off",
                page: number)
        }
        let flags = bytes.little16(layout.wordSize + 2)
        guard flags == Self.subPage || flags == Self.subPageOfItems else {
            throw PageFault(
                ContainerFindings.pageKind,
                "page \(number): the list of a key's values is marked \(hexadecimal(flags))", page: number)
        }
        try self.init(bytes, flags == Self.subPage ? .leaf : .items, number: number, layout)
    }

    private init(_ bytes: [UInt8], _ kind: Kind, number: UInt64, _ layout: PageLayout) throws(PageFault) {
        let header = layout.headerSize
        let (lower, upper) = (
            Int(bytes.little16(layout.wordSize + 4)), Int(bytes.little16(layout.wordSize + 6))
        )
        // On the largest pages the end does not fit the field, which then holds 0.
        let end = upper == 0 && bytes.count == 65536 ? bytes.count : upper
        guard lower >= header, lower <= end, end <= bytes.count, lower & 1 == 0 else {
            throw PageFault(
                ContainerFindings.bounds, "page \(number): its free room is said to be \(lower)..<\(upper)",
                page: number)
        }
        self.number = number
        self.bytes = bytes
        self.layout = layout
        self.kind = kind
        count = (lower - header) / 2
        itemSize = kind == .items ? Int(bytes.little16(layout.wordSize)) : 0
        if kind == .items {
            guard itemSize > 0, header + count * itemSize <= bytes.count else {
                throw PageFault(
                    ContainerFindings.bounds,
                    "page \(number): \(count) items of \(itemSize) bytes do not fit",
                    page: number)
            }
        } else {
            for index in 0..<count { try checkNode(index, from: end) }
        }
    }

    private func checkNode(_ index: Int, from start: Int) throws(PageFault) {
        let offset = nodeOffset(index)
        guard offset >= start, offset + PageLayout.nodeHeader <= bytes.count, offset & 1 == 0 else {
            throw outOfBounds(index, "begins at \(offset)")
        }
        let keyEnd = offset + PageLayout.nodeHeader + Int(bytes.little16(offset + 6))
        guard keyEnd <= bytes.count else { throw outOfBounds(index, "has a key that ends at \(keyEnd)") }
        guard kind == .leaf else { return }
        guard bytes.little16(offset + 4) <= 7 else {
            throw outOfBounds(index, "is marked \(hexadecimal(bytes.little16(offset + 4)))")
        }
        let flags = NodeFlags(rawValue: bytes.little16(offset + 4))
        let inline = flags.contains(.overflow) ? layout.wordSize : dataSize(offset)
        guard keyEnd + inline <= bytes.count else {
            throw outOfBounds(index, "has a value that ends at \(keyEnd + inline)")
        }
    }

    private func outOfBounds(_ index: Int, _ what: String) -> PageFault {
        PageFault(ContainerFindings.bounds, "page \(number): entry \(index) \(what)", page: number)
    }

    private func nodeOffset(_ index: Int) -> Int { Int(bytes.little16(layout.headerSize + 2 * index)) }
    private func dataSize(_ offset: Int) -> Int { Int(bytes.little32(offset)) }
}

/// What a leaf's node holds.
struct NodeFlags: OptionSet, Hashable, Sendable {
    let rawValue: UInt16
    /// The number of the first page of a run that holds the value.
    static let overflow = NodeFlags(rawValue: 1)
    /// A tree's record.
    static let tree = NodeFlags(rawValue: 2)
    /// The values of one key.
    static let manyValues = NodeFlags(rawValue: 4)
}

extension Page {
    /// The key at `index`; an item where the page holds items.
    func keyRange(_ index: Int) -> Range<Int> {
        let start = keyStart(index)
        return start..<start + (kind == .items ? itemSize : Int(bytes.little16(start - 2)))
    }

    /// Where the key at `index` begins.
    func keyStart(_ index: Int) -> Int {
        kind == .items ? layout.headerSize + index * itemSize : nodeOffset(index) + PageLayout.nodeHeader
    }

    /// A copy of the key at `index`.
    func key(_ index: Int) -> [UInt8] { bytes.bytes(keyRange(index)) }

    /// The page below the branch's node at `index`.
    func child(_ index: Int) -> UInt64 {
        let offset = nodeOffset(index)
        let low = UInt64(bytes.little32(offset))
        return layout.wordSize == 8 ? low | UInt64(bytes.little16(offset + 4)) << 32 : low
    }

    /// What the leaf's node at `index` holds.
    func flags(_ index: Int) -> NodeFlags {
        kind == .items ? [] : NodeFlags(rawValue: bytes.little16(nodeOffset(index) + 4))
    }

    /// The length of the value at `index`, wherever it stands.
    func valueSize(_ index: Int) -> Int { kind == .items ? 0 : dataSize(nodeOffset(index)) }

    /// Where the value stands on this page; for a value in an overflow run, where its page number stands.
    func inlineRange(_ index: Int) -> Range<Int> {
        let start = keyRange(index).upperBound
        guard kind == .leaf else { return start..<start }
        return start..<start + (flags(index).contains(.overflow) ? layout.wordSize : valueSize(index))
    }

    /// The first page of the run that holds the value at `index`.
    func overflowPage(_ index: Int) -> UInt64 { layout.word(bytes, inlineRange(index).lowerBound) }
}

/// A number as `0x1F`.
func hexadecimal(_ number: UInt16) -> String { "0x" + String(number, radix: 16) }

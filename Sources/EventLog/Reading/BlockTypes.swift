internal import EventCoding
internal import Platform

/// The event types that occur in a block, each name once, under a number.
///
/// So a reader compares a name once for a block instead of once for an event. Numbers stay as they are when
/// the block is refilled.
@usableFromInline
struct BlockTypes: Sendable {
    /// One name.
    private struct Name: BitwiseCopyable {
        let start: Int
        let length: Int
        /// The last bytes of the name, which tell most names apart.
        let tail: UInt64
        var isWanted: Bool
    }

    /// The most names that get a number: a log with more is read all the same, by comparing names.
    static let most: UInt8 = 64
    /// What stands in place of a number where there is none.
    @inlinable static var unnumbered: UInt8 { .max }

    private var bytes: [UInt8] = []
    private var names: [Name] = []
    private var wanted: [EventType]?

    /// How many names have a number.
    var count: Int { names.count }

    /// The name of a number.
    ///
    /// - Precondition: The number is below `count`.
    @_lifetime(borrow self)
    borrowing func name(_ number: Int) -> Span<UInt8> {
        let name = names[number]
        return bytes.span.extracting(name.start..<name.start + name.length)
    }

    /// The number of the name that stands at `start` in a record, or `unnumbered`.
    mutating func number(of record: Span<UInt8>, at start: Int, length: Int) -> UInt8 {
        let name = record.extracting(start..<start + length)
        let tail = Self.tail(of: record, before: start + length, length)
        for index in names.indices where names[index].tail == tail && names[index].length == length {
            if self.name(index).hasSameBytes(as: name) { return UInt8(index) }
        }
        guard names.count < Int(Self.most) else { return Self.unnumbered }
        let isWanted = wanted.map { $0.contains { $0.matches(name) } } ?? true
        names.append(Name(start: bytes.count, length: length, tail: tail, isWanted: isWanted))
        bytes.append(copying: name)
        return UInt8(names.count - 1)
    }

    /// Up to eight bytes before `end`, the end of a name; a record has more than that before any name.
    private static func tail(of record: Span<UInt8>, before end: Int, _ length: Int) -> UInt64 {
        let bytes = record.bigEndian64(at: end - 8)
        return length >= 8 ? bytes : bytes & (1 << (8 * length) - 1)
    }

    // MARK: Wanted types

    /// Notes which types a reader wants; nil for all.
    mutating func want(_ types: [EventType]?) {
        guard wanted != types else { return }
        wanted = types
        for index in names.indices {
            names[index].isWanted = types.map { $0.contains { $0.matches(name(index)) } } ?? true
        }
    }

    /// Whether a reader wants the type with this number, which has this name.
    func isWanted(_ number: UInt8, named name: Span<UInt8>) -> Bool {
        guard number == Self.unnumbered else { return names[Int(number)].isWanted }
        guard let wanted else { return true }
        for type in wanted where type.matches(name) { return true }
        return false
    }
}

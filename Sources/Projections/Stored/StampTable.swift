import EventLog
import Platform

/// The records about stored sets, as one transaction sees them.
struct StampTable {
    /// The records that can be read, by number.
    private(set) var stamps: [ProjectionStamp] = []
    /// The numbers of damaged records.
    private(set) var damaged: [UInt16] = []
    /// The highest number that is taken.
    private var last: UInt16 = 0

    init(_ reader: any SideReader) throws {
        var known = KnownStamps()
        try self.init(reader, knowing: &known)
    }

    /// The records, of which only those are decoded that are not among the known ones.
    init(_ reader: any SideReader, knowing known: inout KnownStamps) throws {
        var table = StampTable()
        try reader.forEach(in: .projections, prefix: []) { key, value in
            guard key.count == 2 else { return true }
            let number = UInt16(key[0]) << 8 | UInt16(key[1])
            table.last = max(table.last, number)
            do throws(StoredRowCodec.Damage) {
                if let stamp = try known.stamp(value, number: number) { table.stamps.append(stamp) }
            } catch {
                table.damaged.append(number)
            }
            return true
        }
        self = table
    }

    private init() {}

    /// The record of this identity, or nil.
    func stamp(of identity: ProjectionStamp.Identity) -> ProjectionStamp? {
        stamps.first { $0.details.identity == identity }
    }

    /// A number that no record has.
    mutating func takeNumber() -> UInt16 {
        last += 1
        return last
    }
}

extension ProjectionStamp {
    /// The change that stores the record.
    var change: SideChange { SideChange(.projections, key: Self.key(number), value: encoded()) }
}

/// Records about stored sets beside the bytes they were decoded from, since they change seldom.
struct KnownStamps: Sendable {
    private var known: [UInt16: (value: [UInt8], stamp: ProjectionStamp)] = [:]

    /// The record that `value` holds; nil when it is of a later form.
    fileprivate mutating func stamp(
        _ value: Span<UInt8>, number: UInt16
    ) throws(StoredRowCodec.Damage) -> ProjectionStamp? {
        if let found = known[number], found.value.span.hasSameBytes(as: value) { return found.stamp }
        guard let stamp = try ProjectionStamp(value, number: number) else { return nil }
        known[number] = ([UInt8](copying: value), stamp)
        return stamp
    }

    /// Takes note of a record that is about to be stored.
    mutating func note(_ stamp: ProjectionStamp, as value: [UInt8]) { known[stamp.number] = (value, stamp) }
}

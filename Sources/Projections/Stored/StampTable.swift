import EventCoding
import EventLog

/// The records about stored sets, as one transaction sees them.
struct StampTable {
    /// The records that can be read, by number.
    private(set) var stamps: [ProjectionStamp] = []
    /// The numbers of damaged records.
    private(set) var damaged: [UInt16] = []
    /// The highest number that is taken.
    private var last: UInt16 = 0

    init(_ reader: any SideReader) throws {
        var table = StampTable()
        try reader.forEach(in: .projections, prefix: []) { key, value in
            guard key.count == 2 else { return true }
            let number = UInt16(key[0]) << 8 | UInt16(key[1])
            table.last = max(table.last, number)
            do throws(StoredRowCodec.Damage) {
                if let stamp = try ProjectionStamp(value, number: number) { table.stamps.append(stamp) }
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

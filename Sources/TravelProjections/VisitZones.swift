/// The zones of the first and last visit of a place, in minutes east of UTC, in one number.
struct VisitZones {
    let first: Int16
    let last: Int16

    init(first: Int16, last: Int16) {
        self.first = first
        self.last = last
    }

    init(packed: Int64) {
        first = Int16(truncatingIfNeeded: packed)
        last = Int16(truncatingIfNeeded: packed >> 16)
    }

    var packed: Int64 {
        Int64(UInt16(bitPattern: first)) | Int64(UInt16(bitPattern: last)) << 16
    }
}

internal import LMDB
internal import Platform

/// The stream index: the positions of a stream's events, in pages of consecutive revisions.
///
/// A page costs one value where a row per event would cost sixty-four, and a batch touches it once.
enum StreamPages {
    /// Revisions in one page.
    static let revisions: UInt64 = 64

    /// The page that holds `revision`, from 1.
    static func page(of revision: UInt64) -> UInt64 { (revision - 1) / revisions }

    static func key(stream number: UInt32, page: UInt64) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(12)
        key.appendBigEndian(number)
        key.appendBigEndian(page)
        return key
    }

    /// Calls `write` with the value of every page that `entries` change, in the order of the keys.
    ///
    /// - Parameters:
    ///   - entries: New entries; those of one stream with rising revisions.
    ///   - read: The present value of a page, or nil.
    static func merge<Failure: Error>(
        _ entries: [(number: UInt32, revision: UInt64, position: UInt64)],
        read: (_ key: [UInt8]) throws(Failure) -> [UInt8]?,
        write: (_ key: [UInt8], _ value: [UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        let sorted = entries.sorted { ($0.number, $0.revision) < ($1.number, $1.revision) }
        var index = 0
        while index < sorted.count {
            let (number, page) = (sorted[index].number, page(of: sorted[index].revision))
            let key = key(stream: number, page: page)
            let firstRevision = page * revisions + 1
            var value = sorted[index].revision > firstRevision ? try read(key) ?? [] : []
            while index < sorted.count, sorted[index].number == number,
                Self.page(of: sorted[index].revision) == page
            {
                // A page that lost entries keeps its places: revision r stands at (r - first) * 8.
                let place = Int(sorted[index].revision - firstRevision) * 8
                if value.count < place { value += [UInt8](repeating: 0, count: place - value.count) }
                value.removeLast(value.count - place)
                value.appendLittleEndian(sorted[index].position)
                index += 1
            }
            try write(key, value)
        }
    }

    /// The position of `revision` in its page's value; nil when the page does not hold it.
    static func position(of revision: UInt64, in value: Span<UInt8>) -> UInt64? {
        let place = Int((revision - 1) % revisions) * 8
        guard place + 8 <= value.count else { return nil }
        let position = value.littleEndian64(at: place)
        return position == 0 ? nil : position
    }
}

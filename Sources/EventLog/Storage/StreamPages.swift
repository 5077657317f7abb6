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
        appendKey(stream: number, page: page, to: &key)
        return key
    }

    static func appendKey(stream number: UInt32, page: UInt64, to key: inout [UInt8]) {
        key.reserveCapacity(12)
        key.appendBigEndian(number)
        key.appendBigEndian(page)
    }

    /// The position of `revision` in its page's value; nil when the page does not hold it.
    static func position(of revision: UInt64, in value: Span<UInt8>) -> UInt64? {
        let place = Int((revision - 1) % revisions) * 8
        guard place + 8 <= value.count else { return nil }
        let position = value.littleEndian64(at: place)
        return position == 0 ? nil : position
    }
}

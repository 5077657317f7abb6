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

    // MARK: Tails

    /// What the key of a tail begins with: no stream has this number.
    ///
    /// The page that a stream's next events go to stands under such a key until it is full. So the pages at which
    /// all streams grow stand side by side, and a commit for many streams changes a few pages of the file where it
    /// would change one for each stream.
    private static let tailPrefix = UInt32.max

    /// Replaces `key` by that of a stream's tail.
    static func writeTailKey(stream number: UInt32, to key: inout [UInt8]) {
        key.removeAll(keepingCapacity: true)
        key.reserveCapacity(8)
        key.appendBigEndian(tailPrefix)
        key.appendBigEndian(number)
    }

    static func tailKey(stream number: UInt32) -> [UInt8] {
        var key: [UInt8] = []
        writeTailKey(stream: number, to: &key)
        return key
    }

    /// The bytes before a tail's positions: the number of its page.
    static let tailHead = 8

    /// The page that a tail's value holds; nil when it holds none.
    static func page(ofTail value: Span<UInt8>) -> UInt64? {
        value.count >= tailHead ? value.littleEndian64(at: 0) : nil
    }

    /// Finds a page's value: under its own key, else as its stream's tail; nil where there is neither.
    ///
    /// - Parameter find: Gives the value under a key.
    static func find<Failure: Error>(
        page: UInt64, ofStream number: UInt32, _ find: ([UInt8]) throws(Failure) -> [UInt8]?
    ) throws(Failure) -> [UInt8]? {
        if let value = try find(key(stream: number, page: page)) { return value }
        guard let tail = try find(tailKey(stream: number)), self.page(ofTail: tail.span) == page else {
            return nil
        }
        return Array(tail[tailHead...])
    }

    // MARK: Positions

    /// The position of `revision` in its page's value; nil when the page does not hold it.
    static func position(of revision: UInt64, in value: Span<UInt8>) -> UInt64? {
        let place = Int((revision - 1) % revisions) * 8
        guard place + 8 <= value.count else { return nil }
        let position = value.littleEndian64(at: place)
        return position == 0 ? nil : position
    }
}

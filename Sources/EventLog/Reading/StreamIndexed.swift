internal import LMDB

/// A log that keeps an index of each stream's positions.
package protocol StreamIndexed {
    /// The page of the index that holds a revision, from 1, of a stream; empty where there is none, nil for a
    /// log that has no index after all.
    ///
    /// - Throws: `LogError` when the page cannot be read.
    func indexPage(holding revision: UInt64, ofStream number: UInt32) throws(LogError) -> StreamIndexPage?
}

/// The positions of some consecutive revisions of a stream, as the index has them.
package struct StreamIndexPage: Sendable {
    private let number: UInt64
    private let value: [UInt8]

    init(holding revision: UInt64, _ value: [UInt8]?) {
        number = StreamPages.page(of: revision)
        self.value = value ?? []
    }

    /// Whether a revision's place is on this page.
    package func holds(_ revision: UInt64) -> Bool { StreamPages.page(of: revision) == number }

    /// The position of a revision whose place is on this page; nil where it has none.
    package func position(of revision: UInt64) -> UInt64? {
        StreamPages.position(of: revision, in: value.span)
    }
}

extension TableLog: StreamIndexed {
    package func indexPage(
        holding revision: UInt64, ofStream number: UInt32
    ) throws(LogError) -> StreamIndexPage? {
        StreamIndexPage(
            holding: revision, try indexPage(StreamPages.page(of: revision), ofStream: number))
    }
}

extension EventLog: StreamIndexed {
    package func indexPage(
        holding revision: UInt64, ofStream number: UInt32
    ) throws(LogError) -> StreamIndexPage? {
        try read { (transaction: borrowing ReadTransaction) throws(LogError) in
            let page = StreamPages.page(of: revision)
            return StreamIndexPage(
                holding: revision, try transaction.indexPage(page, ofStream: number, in: tables))
        }
    }
}

/// What is known about an environment at one moment.
public struct Information: Hashable, Sendable {
    /// A reader that holds a view.
    public struct Reader: Hashable, Sendable {
        /// The process that reads.
        public let process: Int32
        /// The transaction that its view shows.
        public let transactionID: UInt64
    }

    /// The size of the map in bytes: address space, not disk space.
    public let mapSize: Int
    /// The size of a page in bytes.
    public let pageSize: Int
    /// The number of the last page in use; the data needs this many pages and one.
    public let lastPage: Int
    /// The number of the last commit.
    public let lastTransactionID: UInt64
    /// The most readers that can read at once.
    public let maxReaders: Int
    /// The readers that hold a view right now, of all processes, in the order of LMDB's table.
    public let readers: [Reader]

    /// How many readers hold a view right now.
    public var readersInUse: Int { readers.count }

    /// The reader with the oldest view.
    public var oldestReader: Reader? {
        readers.min { $0.transactionID < $1.transactionID }
    }

    /// By how many commits the oldest reader is behind; 0 when nobody reads.
    public var oldestReaderLag: UInt64 {
        guard let oldest = oldestReader, oldest.transactionID < lastTransactionID else { return 0 }
        return lastTransactionID - oldest.transactionID
    }
}

extension Information.Reader {
    /// Reads one line of `mdb_reader_list`: process, thread, transaction; nil for others and for idle slots.
    init?(line: some StringProtocol) {
        let fields = line.split(separator: " ", omittingEmptySubsequences: true)
        guard fields.count == 3, let process = Int32(fields[0]), let transaction = UInt64(fields[2]) else {
            return nil
        }
        self.init(process: process, transactionID: transaction)
    }
}

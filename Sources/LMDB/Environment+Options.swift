extension Environment {
    /// How an environment is opened.
    public struct Options: Hashable, Sendable {
        /// Whether opening may make a file.
        public enum Access: Hashable, Sendable {
            /// Makes a new file and refuses one that exists.
            case create
            /// Opens a file that exists and never makes one.
            case open
        }

        /// What a returned commit promises.
        public enum Durability: Hashable, Sendable {
            /// The commit survives a power cut, if the device honours flushes.
            case full
            /// The last commits may vanish in a power cut; the file stays sound (`MDB_NOMETASYNC`).
            case relaxed
        }

        /// What the path names.
        public enum Layout: Hashable, Sendable {
            /// The data file itself; the lock file stands beside it with `-lock` appended (`MDB_NOSUBDIR`).
            case file
            /// A directory with `data.mdb` and `lock.mdb`.
            case directory
        }

        /// Whether opening may make a file.
        public var access: Access
        /// Whether writing is refused.
        public var isReadOnly: Bool
        /// Address space to reserve, in bytes; grows by itself, ignored when reading only.
        public var mapSize: Int
        /// The most named tables that can be open at once.
        public var maxTables: UInt32
        /// The most read transactions of all processes at once; the first process to open decides.
        public var maxReaders: UInt32
        /// What a returned commit promises.
        public var durability: Durability
        /// What the path names.
        public var layout: Layout
        /// Whether LMDB's lock file is used.
        ///
        /// False (`MDB_NOLOCK`) is for reading only, and only sound when no process writes.
        public var locking: Bool

        /// The default of ``mapSize`` in bytes: reserved, not used, so generous where address space is plenty.
        public static var defaultMapSize: Int {
            #if os(iOS) || os(tvOS) || os(visionOS)
            return 1 << 30
            #elseif os(watchOS) || arch(i386) || arch(arm)
            return 1 << 26
            #else
            return 1 << 36
            #endif
        }

        /// Makes options; all but `access` have defaults fit for an event log.
        public init(
            access: Access, isReadOnly: Bool = false, mapSize: Int = Options.defaultMapSize,
            maxTables: UInt32 = 16, maxReaders: UInt32 = 512, durability: Durability = .full,
            layout: Layout = .file, locking: Bool = true
        ) {
            self.access = access
            self.isReadOnly = isReadOnly
            self.mapSize = mapSize
            self.maxTables = maxTables
            self.maxReaders = maxReaders
            self.durability = durability
            self.layout = layout
            self.locking = locking
        }

        /// Traps on combinations that make no sense.
        func validate() {
            precondition(mapSize > 0, "A map has a size above zero.")
            precondition(maxReaders > 0, "An environment has at least one reader slot.")
            precondition(locking || isReadOnly, "An environment without locking can only be read.")
            precondition(access == .open || !isReadOnly, "An environment that is created must be writable.")
        }
    }
}

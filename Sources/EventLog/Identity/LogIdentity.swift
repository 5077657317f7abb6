public import Digest

/// Who a log is: its epochs, its base and the features it needs.
public struct LogIdentity: Hashable, Sendable {
    /// A stretch of the log's life under one log id.
    public struct Epoch: Hashable, Sendable {
        /// The id under which events of this stretch were appended.
        public let logID: LogID
        /// The first position of the stretch.
        public let firstPosition: UInt64
        /// The root of the tree before that position.
        public let root: SHA256Digest

        /// A stretch.
        package init(logID: LogID, firstPosition: UInt64, root: SHA256Digest) {
            self.logID = logID
            self.firstPosition = firstPosition
            self.root = root
        }
    }

    /// The storage format, from 1.
    public var format: UInt64
    /// The last position that was pruned; 0 where the log is whole.
    public var base: UInt64
    /// When the log was created, in milliseconds since 1970.
    public var created: Int64
    /// The features that readers and writers must know.
    public var features: FeatureSet
    /// The epochs, oldest first; never empty.
    public var epochs: [Epoch]
    /// The device and inode on which the last writer found the file; nil where it was never recorded.
    public var file: FileLocation?
    /// Where the records come from, for a log that holds part of another; nil for one that is itself.
    public var origin: LogOrigin?

    /// The device and inode of a file.
    public struct FileLocation: Hashable, Sendable {
        /// The device number.
        public let device: UInt64
        /// The inode number.
        public let inode: UInt64

        /// A location.
        public init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }
    }

    /// The id of the present epoch.
    public var logID: LogID { epochs[epochs.count - 1].logID }

    /// A new log's identity.
    static func new(_ logID: LogID = .random(), created: Int64, file: FileLocation?) -> LogIdentity {
        let epoch = Epoch(logID: logID, firstPosition: 1, root: MerkleFrontier().root)
        return LogIdentity(
            format: currentFormat, base: 0, created: created, features: FeatureSet(), epochs: [epoch],
            file: file, origin: nil)
    }

    /// The storage format that this build writes.
    public static let currentFormat: UInt64 = 1

    /// Begins a new epoch before the next event, so that two continuations never share an identity.
    mutating func fork(_ logID: LogID = .random(), after head: LogHead) {
        epochs.append(Epoch(logID: logID, firstPosition: head.position + 1, root: head.root))
    }
}

/// The features a log uses, by what an older build may do when it does not know one.
public struct FeatureSet: Hashable, Sendable {
    /// Unknown bits here may be ignored.
    public var compatible: UInt64 = 0
    /// Unknown bits here allow reading, not writing.
    public var readOnly: UInt64 = 0
    /// Unknown bits here forbid opening.
    public var incompatible: UInt64 = 0

    /// No features.
    public init() {}

    /// Compatible: some appends did not wait for the full sync.
    private static let relaxedAppends: UInt64 = 1 << 0

    /// Whether some appends were made with relaxed durability, so that a power cut may have cost the last ones.
    public var hasRelaxedAppends: Bool { compatible & Self.relaxedAppends != 0 }

    mutating func noteRelaxedAppends() { compatible |= Self.relaxedAppends }

    /// The compatible feature that is set by the first declared gap.
    private static let declaredGaps: UInt64 = 1 << 1

    /// Whether some positions hold declared gaps: a stream's revisions then have holes.
    public var holdsGaps: Bool { compatible & Self.declaredGaps != 0 }

    mutating func noteGap() { compatible |= Self.declaredGaps }

    /// The incompatible feature of a log whose index keeps the last page of each stream under a key of its own.
    private static let streamTails: UInt64 = 1 << 0

    /// Whether the last page of each stream stands as its tail in the index of streams.
    package var hasStreamTails: Bool { incompatible & Self.streamTails != 0 }

    mutating func noteStreamTails() { incompatible |= Self.streamTails }

    /// The incompatible features known to this build, by bit.
    static let knownIncompatible: [(bit: UInt64, name: String)] = [(streamTails, "stream tails")]
    /// The read-only features known to this build, by bit.
    static let knownReadOnly: [(bit: UInt64, name: String)] = []

    /// Checks that this build may open, and write where asked.
    ///
    /// - Throws: `LogError` with code `unsupportedFeature` and the bits in question.
    func check(writing: Bool) throws(LogError) {
        let incompatibleKnown = Self.knownIncompatible.reduce(0) { $0 | $1.bit }
        let readOnlyKnown = Self.knownReadOnly.reduce(0) { $0 | $1.bit }
        let unknown = incompatible & ~incompatibleKnown
        guard unknown == 0 else {
            throw LogError(
                .unsupportedFeature,
                "the log needs feature \(Self.names(unknown)) of a newer version; this build cannot open it")
        }
        let unknownReadOnly = readOnly & ~readOnlyKnown
        guard !writing || unknownReadOnly == 0 else {
            throw LogError(
                .unsupportedFeature,
                "the log uses feature \(Self.names(unknownReadOnly)) of a newer version; this build can only read it"
            )
        }
    }

    private static func names(_ bits: UInt64) -> String {
        (0..<64).filter { bits >> $0 & 1 == 1 }.map { "\($0)" }.joined(separator: ", ")
    }
}

extension LogIdentity {
    /// The identity of a log that is about to be written from another one's records.
    ///
    /// It names no file, so that the first append begins an epoch.
    package init(created: Int64, epochs: [Epoch], origin: LogOrigin? = nil) {
        self.init(
            format: Self.currentFormat, base: 0, created: created, features: FeatureSet(), epochs: epochs,
            file: nil, origin: origin)
    }

    /// The identity of another log than the one its records come from.
    package init(of logID: LogID, created: Int64, from origin: LogOrigin) {
        let epoch = Epoch(logID: logID, firstPosition: 1, root: MerkleFrontier().root)
        self.init(created: created, epochs: [epoch], origin: origin)
    }

    /// The id that the record at `position` carries: where records were taken over, that of their first log.
    package func recordLogID(at position: UInt64) -> LogID {
        guard let origin, position <= origin.recordsThrough else { return logID(at: position) }
        return (origin.epochs.last { $0.firstPosition <= position } ?? origin.epochs[0]).logID
    }

    /// The stretches by the ids that records carry, oldest first.
    package var recordEpochs: [Epoch] {
        guard let origin, origin.recordsThrough > 0 else { return epochs }
        return origin.epochs + epochs.filter { $0.firstPosition > origin.recordsThrough }
    }
}

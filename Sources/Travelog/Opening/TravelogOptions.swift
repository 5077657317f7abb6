public import Anchors
import EventCoding
public import EventLog
import Platform
import TravelProjections

/// How a travel log is opened, and what its events say about where they come from.
public struct TravelogOptions: Sendable {
    /// What a log is opened for.
    public enum Access: Hashable, Sendable {
        /// Reading and appending.
        case write
        /// Reading beside a possible writer, in this process or another.
        case read

        var logAccess: EventLog.Access { self == .write ? .write : .read }
    }

    /// How many bytes of chance the name of a session has.
    private static let sessionBytes = 8

    /// The app that records, such as `Photos 2.1`, or nil.
    public var app: String?

    /// The device that records, or nil; a refresh is ended by the device that began it.
    public var device: String?

    /// This run of the app; by chance where left out.
    public var session: String

    /// What the log is opened for.
    public var access: Access

    /// What an action that returned promises.
    public var durability: EventLog.Durability

    /// How many photos recents keep, 0 or more.
    public var recentsLimit: Int

    /// Gives the time in milliseconds since 1970; the system's clock where nil.
    public var clock: (@Sendable () -> Int64)?

    /// Where the log's heads are kept outside of it, every 1 000 events, every 10 minutes and on closing; nil
    /// keeps none.
    public var anchors: (any AnchorSink)?

    /// Options; without arguments, for writing on an unnamed device.
    public init(
        app: String? = nil, device: String? = nil, session: String? = nil, access: Access = .write,
        durability: EventLog.Durability = .full, recentsLimit: Int = TravelogOptions.defaultRecentsLimit,
        anchors: (any AnchorSink)? = nil, clock: (@Sendable () -> Int64)? = nil
    ) {
        self.app = app
        self.device = device
        self.session = session ?? Self.randomSession()
        self.access = access
        self.durability = durability
        self.recentsLimit = recentsLimit
        self.anchors = anchors
        self.clock = clock
    }

    /// How many photos recents keep where nothing else is said.
    public static let defaultRecentsLimit = Recents.defaultLimit

    private static func randomSession() -> String {
        Randomness.bytes(sessionBytes).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension TravelogOptions {
    /// The names under which metadata stands in an event.
    enum MetadataKey {
        static let app = "app"
        static let device = "device"
        static let session = "session"
    }

    /// The metadata of every event, in deterministic CBOR.
    ///
    /// - Throws: `TravelogError` with code `invalidOption` when it is too large.
    func encodedMetadata() throws(TravelogError) -> [UInt8] {
        var map = PayloadMap()
        if let app { map[MetadataKey.app] = .text(app) }
        if let device { map[MetadataKey.device] = .text(device) }
        map[MetadataKey.session] = .text(session)
        let bytes = PayloadValue.map(map).cbor
        guard bytes.count <= LogLimits.metadataBytes else {
            throw TravelogError(
                .invalidOption,
                "app, device and session take \(bytes.count) bytes; \(LogLimits.metadataBytes) are accepted"
            )
        }
        return bytes
    }
}

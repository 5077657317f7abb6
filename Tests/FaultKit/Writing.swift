import EventCoding
public import EventLog
import Projections
import TravelEvents
import TravelProjections
import UnicodeText

/// Makes a log and appends to it with the travel model's rows inline, and tells what it may be held to.
///
/// It says `created` once the log is made, `head N` for every append that returned, and `error CODE` for every
/// one that did not; it tries each batch again, under its own key, and opens the log anew where that is asked for.
public struct Writing {
    private static let attempts = 4

    private let path: String
    private let durability: EventLog.Durability
    private let keepsRows: Bool
    private let say: (String) throws -> Void
    private var random: Numbers
    private var log: EventLog?

    /// A writer of the log at `path`.
    public init(
        _ path: String, durability: EventLog.Durability, seed: UInt64, keepsRows: Bool,
        say: @escaping (String) throws -> Void
    ) {
        self.path = path
        self.durability = durability
        self.keepsRows = keepsRows
        self.say = say
        random = Numbers(seed: seed)
    }

    /// Makes the log where `creating` asks for it, and appends so many batches.
    public mutating func run(batches: Int, creating: Bool) throws {
        if creating {
            try insisting { writing throws(LogError) in
                do throws(LogError) {
                    try EventLog.create(at: writing.path, durability: writing.durability).close()
                } catch {
                    // Where only the opening failed, the new log stands there, and is opened below.
                    guard error.code == .exists else { throw error }
                }
            }
            try say("created")
        }
        for batch in 0..<batches {
            let request = try request(batch)
            try insisting { writing throws(LogError) in
                let receipt = try writing.opened().append([request])[0]
                try writing.say(orThrow: "head \(receipt.head)")
            }
        }
        log?.close()
    }

    private func say(orThrow text: String) throws(LogError) {
        do { try say(text) } catch { throw LogError(.inputOutput, "\(error)") }
    }

    /// Tries until it succeeds; the last failure is the caller's.
    private mutating func insisting(_ body: (inout Writing) throws(LogError) -> Void) throws {
        for attempt in 1...Self.attempts {
            do throws(LogError) {
                try body(&self)
                return
            } catch {
                try say("error \(error.code)")
                if error.code == .reopenRequired {
                    log?.close()
                    log = nil
                }
                if attempt == Self.attempts { throw error }
            }
        }
    }

    private mutating func opened() throws(LogError) -> EventLog {
        if let log { return log }
        let opened = try EventLog.open(at: path, durability: durability)
        guard keepsRows else {
            log = opened
            return opened
        }
        do {
            let stored = try StoredProjections(
                TravelModel.projections, catalogue: TravelModel.catalogue, store: opened,
                unicodeVersion: UnicodeText.unicodeVersion)
            try stored.catchUp()
            stored.attach()
        } catch {
            opened.close()
            throw error as? LogError ?? LogError(.inputOutput, "\(error)")
        }
        log = opened
        return opened
    }

    private mutating func request(_ batch: Int) throws -> AppendRequest {
        let size = Int.random(in: 1...6, using: &random)
        let events = try (0..<size).map { _ in try event() }
        let user = ["alice", "bob"][Int.random(in: 0...1, using: &random)]
        return AppendRequest(events, to: try StreamName(user), key: "batch \(batch)")
    }

    private mutating func event() throws -> ProposedEvent {
        let id = "p\(Int.random(in: 0...15, using: &random))"
        let size = Int.random(in: 0...11, using: &random) == 0 ? 6_000 : 40
        let photo = Photo(id: id, title: String(repeating: "t", count: size))
        let isView = Bool.random(using: &random)
        let payload =
            isView
            ? try PhotoViewed(photo: photo).encoded()
            : try PhotoVisited(vacation: "trip", photo: photo).encoded()
        return ProposedEvent(type: isView ? "photo.viewed" : "photo.visited", subject: id, payload: payload)
    }

    /// The payload of a vacation's creation.
    static func vacation(_ name: String) throws -> [UInt8] { try VacationCreated(name: name).encoded() }
}

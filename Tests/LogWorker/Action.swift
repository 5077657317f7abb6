import EventCoding
import EventLog
import Platform

/// What the worker was told to do.
struct Action {
    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    private let name: String
    private let path: String
    private let rest: [String]

    init(_ arguments: [String]) throws {
        guard arguments.count >= 3 else { throw Misuse(description: "ACTION PATH … are needed") }
        name = arguments[1]
        path = arguments[2]
        rest = Array(arguments[3...])
    }

    func run() throws {
        switch name {
        case "append": try append()
        case "follow": try follow()
        case "acknowledge": try acknowledge()
        default: throw Misuse(description: "\(name) is no action")
        }
    }

    private func text(_ index: Int) throws -> String {
        guard index < rest.count else { throw Misuse(description: "an argument is missing") }
        return rest[index]
    }

    private func number(_ index: Int) throws -> Int {
        guard let number = Int(try text(index)) else { throw Misuse(description: "a number is needed") }
        return number
    }

    /// `append PATH STREAM EVENTS LARGEST-BATCH SEED`: appends that many events in batches of random sizes.
    private func append() throws {
        let log = try EventLog.open(at: path, durability: .relaxed)
        let stream = try StreamName(try text(0))
        let total = try number(1)
        var random = Sizes(seed: try number(3), most: try number(2))
        var written = 0
        while written < total {
            let size = min(random.next(), total - written)
            let receipt = try log.append(Self.events(written..<written + size), to: stream)
            written += size
            guard receipt.revision == UInt64(written), receipt.positions.count == size else {
                throw Misuse(description: "revision \(receipt.revision) after \(written) events")
            }
        }
        log.close()
    }

    /// `follow PATH EVENTS`: follows from the start until it has seen that many events, and prints the first and
    /// the last position of every slice.
    private func follow() throws {
        let log = try EventLog.open(at: path, access: .read)
        let total = try number(0)
        let follower = try log.follow(after: 0)
        var block = EventBlock()
        var seen = 0
        while seen < total {
            guard try follower.next(into: &block, waiting: 60_000) else {
                throw Misuse(description: "nothing came for a minute")
            }
            var last: UInt64?
            for index in 0..<block.count {
                guard let event = block.event(at: index), last.map({ event.position == $0 + 1 }) ?? true
                else {
                    throw Misuse(description: "entry \(index) of a slice does not follow \(last ?? 0)")
                }
                if last == nil { try print("\(event.position) ", terminator: "") }
                last = event.position
            }
            seen += block.count
            try print("\(last ?? 0)")
        }
        log.close()
    }

    /// `acknowledge PATH STREAM LARGEST-BATCH SEED`: appends until it is killed, and prints every receipt's first
    /// and last position once the append has returned.
    private func acknowledge() throws {
        let log = try EventLog.open(at: path)
        let stream = try StreamName(try text(0))
        var random = Sizes(seed: try number(2), most: try number(1))
        var written = Int(try log.stream(named: stream)?.revision ?? 0)
        while true {
            let size = random.next()
            let receipt = try log.append(Self.events(written..<written + size), to: stream)
            written += size
            try print("\(receipt.positions[0]) \(receipt.head)")
        }
    }

    private static func events(_ numbers: Range<Int>) -> [ProposedEvent] {
        numbers.map { number in
            var map = PayloadMap()
            map["number"] = .integer(Int64(number))
            map["text"] = .text(String(repeating: "x", count: number % 200))
            return ProposedEvent(
                type: "photo.viewed", subject: "\(number)", payload: PayloadValue.map(map).cbor)
        }
    }

    private func print(_ line: String, terminator: String = "\n") throws {
        try StandardStream.output.write(Array((line + terminator).utf8))
    }
}

/// Random batch sizes.
struct Sizes {
    private var state: UInt64
    private let most: Int

    init(seed: Int, most: Int) {
        state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        self.most = most
    }

    mutating func next() -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(most)) + 1
    }
}

import EventLog

/// What every contender of a row writes: the events of a pool, each for its stream.
struct BenchHistory {
    let pool: EventPool
    let shape: StreamShape
    /// The stream of each event, from 0.
    let streams: [UInt32]
    /// The name of each stream.
    let names: [StreamName]

    var count: Int { streams.count }

    init(pool: EventPool, shape: StreamShape, events: Int, seed: UInt64) throws {
        self.pool = pool
        self.shape = shape
        streams = shape.assign(events: events, seed: seed)
        names = try (0..<shape.streamCount(events: events)).map { number in
            let digits = String(number)
            return try StreamName("user-" + String(repeating: "0", count: 6 - digits.count) + digits)
        }
    }

    /// The first events of this history.
    func prefix(_ count: Int) throws -> BenchHistory {
        BenchHistory(pool: pool, shape: shape, streams: Array(streams.prefix(count)), names: names)
    }

    private init(pool: EventPool, shape: StreamShape, streams: [UInt32], names: [StreamName]) {
        self.pool = pool
        self.shape = shape
        self.streams = streams
        self.names = names
    }

    /// The requests that append these events: one for each run of one stream.
    func requests(_ range: Range<Int>) -> [AppendRequest] {
        var requests: [AppendRequest] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let stream = streams[index]
            var events: [ProposedEvent] = []
            while index < range.upperBound, streams[index] == stream {
                events.append(pool.events[index % pool.events.count])
                index += 1
            }
            requests.append(AppendRequest(events, to: names[Int(stream)]))
        }
        return requests
    }
}

extension BenchHistory {
    /// Appends this history or a part of it, `perCommit` events at a time; `note` hears how long each commit took.
    ///
    /// - Returns: What all commits took. Gathering events into requests is not counted: the rivals' records lie
    ///   ready too.
    @discardableResult
    func append(
        to log: EventLog, perCommit: Int, range: Range<Int>? = nil, note: (Double) -> Void = { _ in }
    ) throws -> Spent {
        let range = range ?? 0..<count
        var (first, spent) = (range.lowerBound, Spent())
        while first < range.upperBound {
            let next = min(first + perCommit, range.upperBound)
            let requests = requests(first..<next)
            let before = spent.seconds
            try spent.add { _ = try log.append(requests) }
            note(spent.seconds - before)
            first = next
        }
        return spent
    }
}

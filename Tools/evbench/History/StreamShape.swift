/// How the events of a history are spread over streams.
enum StreamShape: String, CaseIterable {
    /// One long stream.
    case one
    /// A thousand streams, each as busy as the others.
    case thousand
    /// Ten thousand streams of which few are hot, after Zipf's law.
    case zipf
    /// A stream for every twenty events.
    case small

    /// What the table says about it.
    var text: String {
        switch self {
        case .one: "one stream"
        case .thousand: "1 000 streams"
        case .zipf: "Zipf-hot streams"
        case .small: "many small streams"
        }
    }

    /// How many streams `events` events are spread over at most.
    func streamCount(events: Int) -> Int {
        switch self {
        case .one: 1
        case .thousand: min(1000, events)
        case .zipf: min(10_000, events)
        case .small: max(1, events / 20)
        }
    }

    /// The stream of each event, counted from 0.
    func assign(events: Int, seed: UInt64) -> [UInt32] {
        var random = SplitMix64(seed: seed)
        let count = streamCount(events: events)
        switch self {
        case .one: return [UInt32](repeating: 0, count: events)
        case .thousand, .small: return (0..<events).map { _ in UInt32(random.below(count)) }
        case .zipf:
            let zipf = ZipfDistribution(count: count)
            return (0..<events).map { _ in UInt32(zipf.pick(using: &random)) }
        }
    }
}

/// Zipf's law with exponent 1: the n-th is picked with a probability in proportion to 1 / n.
private struct ZipfDistribution {
    private let cumulated: [Double]

    init(count: Int) {
        var sum = 0.0
        cumulated = (1...count).map { rank in
            sum += 1 / Double(rank)
            return sum
        }
    }

    func pick(using random: inout SplitMix64) -> Int {
        let wanted = random.unit() * (cumulated.last ?? 0)
        var (low, high) = (0, cumulated.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cumulated[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The streams of the events that are put back, by their numbers.
struct RestoredStreams: Sendable {
    private struct Stream: Sendable {
        let number: UInt32
        /// The name, once an event tells it: a stub does not.
        var name: StreamName?
        var revision: UInt64
    }

    private var streams: [Stream] = []
    private var places: [UInt32: Int] = [:]
    private var numbers: [StreamName: UInt32] = [:]
    /// The place of the stream that was asked for last, which often is that of the next event.
    private var recent = 0

    /// The streams whose names are known.
    var states: [StreamName: StreamState] {
        var states: [StreamName: StreamState] = [:]
        states.reserveCapacity(streams.count)
        for stream in streams {
            guard let name = stream.name else { continue }
            states[name] = StreamState(number: stream.number, revision: stream.revision)
        }
        return states
    }

    /// The last revision of the stream with this number; 0 for none.
    mutating func revision(of number: UInt32) -> UInt64 {
        place(of: number).map { streams[$0].revision } ?? 0
    }

    /// Whether the stream with this number may have that name.
    mutating func mayCall(_ number: UInt32, _ name: StreamName) -> Bool {
        if let place = place(of: number), let known = streams[place].name { return known == name }
        return numbers[name] == nil
    }

    /// Notes the last revision of a stream, and its name where it is told.
    mutating func note(_ number: UInt32, _ name: StreamName?, revision: UInt64) {
        if let place = place(of: number) {
            streams[place].revision = revision
            guard let name, streams[place].name == nil else { return }
            streams[place].name = name
            numbers[name] = number
            return
        }
        recent = streams.count
        places[number] = recent
        streams.append(Stream(number: number, name: name, revision: revision))
        if let name { numbers[name] = number }
    }

    private mutating func place(of number: UInt32) -> Int? {
        if recent < streams.count, streams[recent].number == number { return recent }
        guard let place = places[number] else { return nil }
        recent = place
        return place
    }
}

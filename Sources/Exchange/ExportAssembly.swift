import Digest
import EventCoding
import EventLog

/// Puts the lines of an export together, and checks on the way that each follows the one before.
struct ExportAssembly {
    private let header: ExportHeader
    private let end: ExportEnd?
    private let isExact: Bool
    private var restoration: LogRestoration
    private var count: UInt64 = 0
    /// The lines so far, each with the last position in it.
    private var places: [(last: UInt64, line: Int)] = []

    /// Begins with what the first and the last line say.
    init(_ header: ExportHeader, _ end: ExportEnd?, _ bytes: [UInt8]) {
        self.header = header
        self.end = end
        isExact = !header.isSelective && end?.isComplete == true
        restoration = LogRestoration(
            identity: isExact ? header.identity : Self.identity(of: header, end, bytes))
    }

    /// Who the log is that an export makes when it holds less than a whole log.
    ///
    /// The id comes from the export's bytes, so that one export makes one log wherever it is read.
    private static func identity(of header: ExportHeader, _ end: ExportEnd?, _ bytes: [UInt8]) -> LogIdentity
    {
        var traits: LogOrigin.Traits = []
        if header.isPartial { traits.insert(.partial) }
        if header.filter != nil { traits.insert(.filtered) }
        if end?.isComplete != true { traits.insert(.incomplete) }
        let origin = LogOrigin(
            logID: header.identity.logID, position: end?.position ?? header.range?.upperBound ?? 0,
            root: end?.root, epochs: header.identity.recordEpochs,
            recordsThrough: header.range?.upperBound ?? 0, traits: traits)
        return LogIdentity(of: LogID(derivedFrom: bytes), created: header.identity.created, from: origin)
    }

    private var next: UInt64 { restoration.position + 1 }
    private var lastPosition: UInt64 { places.last?.last ?? 0 }

    // MARK: Lines

    /// Makes room for the lines of an export of so many bytes.
    ///
    /// A record is shorter than its line, by a fifth at least: the line names every field, and spells bytes as
    /// digits.
    mutating func reserve(lines: Int, bytes: Int) {
        places.reserveCapacity(lines)
        restoration.reserve(entries: lines, bytes: bytes / 5 * 4)
    }

    /// Adds a line.
    mutating func add(_ line: ExportLine, line number: Int) throws(ExchangeError) {
        switch line {
        case .header:
            throw ExchangeError(.misplaced, "the export has a header already", line: number, column: 1)
        case .end:
            throw ExchangeError(.misplaced, "lines follow the end of the export", line: number, column: 1)
        case .event(let event, let leaf):
            try place(event.kept.position...event.kept.position, line: number)
            let computed = try restoring(line: number) { restoration throws(LogError) in
                try restoration.append(event)
            }
            try check(leaf, computed, event.kept.position, line: number)
            count += 1
        case .withheld(let stub, let leaf):
            try place(stub.kept.position...stub.kept.position, line: number)
            let computed = try restoring(line: number) { restoration throws(LogError) in
                try restoration.append(stub)
            }
            try check(leaf, computed, stub.kept.position, line: number)
            count += 1
        case .missing(let range, let reason):
            try place(range, line: number)
            guard reason != .undeclared || !isExact else {
                throw ExchangeError(
                    .misplaced, "positions are missing without a reason, and yet the end says complete",
                    line: number, column: 1, field: "reason")
            }
            try restoring(line: number) { restoration throws(LogError) in
                try restoration.append(missing: range, reason: reason == .undeclared ? .unreadable : reason)
            }
        }
    }

    /// Checks that a line may stand behind the one before, and declares what was left out in between.
    private mutating func place(_ positions: ClosedRange<UInt64>, line: Int) throws(ExchangeError) {
        let first = positions.lowerBound
        guard first > lastPosition else { throw repeated(first, line: line) }
        guard let range = header.range, positions.clamped(to: range) == positions else {
            throw misplaced("event \(first) lies outside the positions that the header names", line)
        }
        if first > next {
            guard header.isSelective else {
                let names = next == first - 1 ? "event \(next) is" : "events \(next)..\(first - 1) are"
                throw misplaced("\(names) missing before event \(first), and nothing says so", line)
            }
            try declare(missing: next...first - 1, .excluded, line: line)
        }
        try checkEpoch(line: line)
        places.append((positions.upperBound, line))
    }

    private func repeated(_ position: UInt64, line: Int) -> ExchangeError {
        // Positions rise, so the first line that reaches this one is found by halving.
        var (low, high) = (0, places.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].last < position { low = middle + 1 } else { high = middle }
        }
        let found = places[low]
        guard found.last != position else {
            return misplaced("event \(position) stands in line \(found.line) already", line)
        }
        return misplaced(
            "event \(position) stands behind event \(lastPosition) of line \(places[places.count - 1].line)",
            line)
    }

    private func misplaced(_ message: String, _ line: Int) -> ExchangeError {
        ExchangeError(.misplaced, message, line: line, column: 1, field: "position")
    }

    /// Checks the root that an epoch names where the epoch begins at the next position.
    private func checkEpoch(line: Int) throws(ExchangeError) {
        guard let epoch = restoration.identity.epochs.last(where: { $0.firstPosition <= next }),
            epoch.firstPosition == next, epoch.root != restoration.head.root
        else { return }
        throw ExchangeError(
            .wrongHead, "the events before event \(next) do not add up to the root that its epoch names",
            line: line, column: 1)
    }

    private func check(
        _ given: SHA256Digest?, _ computed: SHA256Digest, _ position: UInt64, line: Int
    ) throws(ExchangeError) {
        guard let given, given != computed else { return }
        throw ExchangeError(
            .wrongLeaf, "event \(position) is not the one whose leaf is given: a field was changed",
            line: line, column: 1, field: "leaf")
    }

    private mutating func declare(
        missing range: ClosedRange<UInt64>, _ reason: MissingReason, line: Int
    ) throws(ExchangeError) {
        try restoring(line: line) { restoration throws(LogError) in
            try restoration.append(missing: range, reason: reason)
        }
    }

    private mutating func restoring<Result>(
        line: Int, _ body: (inout LogRestoration) throws(LogError) -> Result
    ) throws(ExchangeError) -> Result {
        do throws(LogError) { return try body(&restoration) } catch {
            throw ExchangeError(
                error.code == .tooLarge ? .tooLarge : .invalidValue, error.description, line: line, column: 1)
        }
    }

    // MARK: The end

    /// The error for an export without its end.
    func cutOff(line: Int) -> ExchangeError {
        ExchangeError(
            .cutOff,
            lastPosition == 0
                ? "export is cut off before the first event"
                : "export is cut off after event \(lastPosition)",
            line: line)
    }

    /// Checks what the end says, and gives everything.
    mutating func finish(line: Int) throws(ExchangeError) -> ExportContent {
        if let range = header.range, next <= range.upperBound {
            guard end == nil || header.isSelective else {
                throw ExchangeError(
                    .wrongHead,
                    "the header names events up to \(range.upperBound); the last one here is \(lastPosition)",
                    line: line, column: 1)
            }
            try declare(missing: next...range.upperBound, end == nil ? .cutOff : .excluded, line: line)
        }
        if let end { try check(end, line: line) }
        return ExportContent(
            header: header, restoration: restoration, isExact: isExact, isCutOff: end == nil,
            lastPosition: lastPosition, count: count, sourceHead: end.map { "\($0.position):\($0.root.hex)" })
    }

    private func check(_ end: ExportEnd, line: Int) throws(ExchangeError) {
        func wrong(_ message: String, _ field: String) -> ExchangeError {
            ExchangeError(.wrongHead, message, line: line, column: 1, field: field)
        }
        guard end.count == count else {
            throw wrong("the export holds \(count) events; its end says \(end.count)", "count")
        }
        let last = header.range?.upperBound ?? 0
        guard end.position >= last, header.isPartial || end.position == last else {
            throw wrong("the end names event \(end.position) as the last; the header names \(last)", "head")
        }
        guard restoration.identity.epochs.allSatisfy({ $0.firstPosition <= next }) else {
            throw wrong("an epoch begins behind the end of the log", "head")
        }
        guard !isExact || end.root == restoration.head.root else {
            throw wrong(
                "the events have the root \(restoration.head.root.hex); the end says \(end.root.hex)", "head")
        }
    }
}

import Digest
import EventCoding
import EventLog

extension ExportHeader {
    private static let keys = [
        "kind", "format", "log_id", "created", "epochs", "first", "last", "partial", "filtered", "filter",
        "origin",
    ]

    /// Reads the header's line.
    init(_ value: PayloadValue) throws(LineFault) {
        if case .map(let map) = value, case .integer(let format)? = map["format"], format > Self.format {
            // A newer format may have other keys, so its version is told before they are looked at.
            throw LineFault(
                .unsupportedFormat,
                "the export has format \(format); this build knows formats up to \(Self.format)",
                at: "format")
        }
        let fields = try ExportFields(value, accepting: Self.keys)
        try fields.checkFormat()
        let epochs = try Self.epochs(fields)
        guard epochs.last?.logID == (try fields.logID("log_id")) else {
            throw fields.fault("log_id", "is not that of the last epoch")
        }
        let identity = LogIdentity(
            created: try fields.time("created"), epochs: epochs, origin: try Self.origin(fields))
        self.init(
            identity: identity, range: try Self.range(fields),
            isPartial: try fields.flag("partial", isOptional: true), filter: try Self.filter(fields))
    }

    private static func epochs(_ fields: ExportFields) throws(LineFault) -> [LogIdentity.Epoch] {
        var epochs: [LogIdentity.Epoch] = []
        for (value, path) in try fields.list("epochs") {
            let epoch = try ExportFields(value, accepting: ["log_id", "first", "root"], at: path)
            let first = try epoch.count("first")
            guard first > epochs.last?.firstPosition ?? 0, !epochs.isEmpty || first == 1 else {
                throw epoch.fault("first", "does not rise from 1", .misplaced)
            }
            epochs.append(
                LogIdentity.Epoch(
                    logID: try epoch.logID("log_id"), firstPosition: first, root: try epoch.digest("root")))
        }
        guard !epochs.isEmpty else { throw fields.fault("epochs", "is empty") }
        return epochs
    }

    private static func range(_ fields: ExportFields) throws(LineFault) -> ClosedRange<UInt64>? {
        switch (try fields.optionalCount("first"), try fields.optionalCount("last")) {
        case (nil, nil): return nil
        case (let first?, let last?)
        where first >= 1 && first <= last && last <= LogRestoration.highestPosition:
            return first...last
        default: throw fields.fault("last", "and first are no range of positions")
        }
    }

    private static func filter(_ fields: ExportFields) throws(LineFault) -> ExportFilter? {
        guard try fields.flag("filtered", isOptional: true) else {
            if fields.has("filter") { throw fields.fault("filter", "stands there without filtered") }
            return nil
        }
        let filter = try fields.fields("filter", accepting: ["stream", "types", "where"])
        var types: [String]?
        if filter.has("types") {
            types = []
            for (value, path) in try filter.list("types") {
                guard case .text(let name) = value else {
                    throw LineFault(.wrongKind, "\(path) is not a text", at: path)
                }
                types?.append(name)
            }
        }
        return ExportFilter(
            stream: filter.has("stream") ? try filter.text("stream") : nil, types: types,
            condition: filter.has("where") ? try filter.text("where") : nil)
    }

    private static func origin(_ fields: ExportFields) throws(LineFault) -> LogOrigin? {
        guard fields.has("origin") else { return nil }
        let origin = try fields.fields(
            "origin", accepting: ["log_id", "last", "root", "epochs", "records_through", "traits"])
        var traits: LogOrigin.Traits = []
        for (value, path) in try origin.list("traits") {
            guard case .text(let name) = value, let trait = LogOrigin.Traits(name: name) else {
                throw LineFault(.invalidValue, "\(path) is no trait that is known", at: path)
            }
            traits.insert(trait)
        }
        return LogOrigin(
            logID: try origin.logID("log_id"), position: try origin.count("last"),
            root: origin.has("root") ? try origin.digest("root") : nil, epochs: try epochs(origin),
            recordsThrough: try origin.count("records_through"), traits: traits)
    }
}

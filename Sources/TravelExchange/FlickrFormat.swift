import EventCoding
import EventLog
public import Exchange
import StrictJSON
import TravelEvents

/// Saved responses of Flickr's interface, one JSON document a file.
///
/// | response | becomes | happened |
/// |---|---|---|
/// | a list of photos that all carry `date_faved` (`flickr.favorites.getList`) | a `photo.viewed` each, in the order of those dates | at `date_faved` |
/// | any other list of photos (`photos`, `photoset`) | a `photo.viewed` each, in the list's order | when it is imported |
/// | a single photo (`photo`) | one `photo.viewed` | when it is imported |
/// | a list of places (`flickr.places.getTopPlacesList`) | `places.refreshRequested`, then `places.refreshed` | when it is imported |
/// | a response whose `stat` is not `ok`, or that holds neither | nothing: the import is refused | |
///
/// A response names no user, so all events go to one stream: `me`, or the one that is chosen. Ids come from the
/// stream and the content alone, so a second import of the same responses adds nothing, whatever the files are
/// called; a photo that stands there twice with the same content counts once.
public struct FlickrFormat: ImportFormat {
    /// The stream of the events where none is chosen.
    public static let defaultStream = "me"

    /// The format.
    public init() {}

    /// The format's name, which is also the source in the metadata of its events.
    public var name: String { "flickr" }

    /// What the format is.
    public var documentation: String {
        "a saved Flickr response: photos become views, top places a refresh."
    }

    /// None.
    public var options: [ImportOption] { [] }

    /// A response names no user.
    public var takesStream: Bool { true }

    private static let leadingKeys = ["photos", "photoset", "photo", "places", "stat"]

    /// Whether it begins as an object whose first key is one of a response's.
    public func recognises(_ prefix: Span<UInt8>) -> Bool {
        var text = [UInt8](copying: prefix)[...]
        func take(_ byte: UInt8) -> Bool {
            text = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
            guard text.first == byte else { return false }
            text.removeFirst()
            return true
        }
        guard take(UInt8(ascii: "{")), take(UInt8(ascii: "\"")) else { return false }
        let key = text.prefix { $0 != UInt8(ascii: "\"") }
        return Self.leadingKeys.contains { $0.utf8.elementsEqual(key) }
    }

    /// The events of all responses, in the order of the files.
    ///
    /// - Throws: `ExchangeError` for the first response that cannot be taken, with file, line and column.
    /// - Complexity: O(n log n) in the photos.
    public func read(_ files: [ImportFile], options: ImportOptions) throws(ExchangeError) -> ImportBatch {
        let stream: StreamName
        if let chosen = options.stream {
            stream = chosen
        } else {
            stream = try Self.stream(named: Self.defaultStream)
        }
        var collector = FlickrCollector(format: name, stream: stream)
        for file in files {
            do throws(ExchangeError) { try collector.add(file) } catch {
                throw error.inFile(file.name)
            }
        }
        return collector.batch()
    }

    private static func stream(named name: String) throws(ExchangeError) -> StreamName {
        do throws(LogError) { return try StreamName(name) } catch {
            throw ExchangeError(.invalidStream, error.message)
        }
    }
}

/// Gathers the events of Flickr responses.
private struct FlickrCollector {
    private let format: String
    private let stream: StreamName
    private let metadata: [UInt8]
    private var ids: Set<EventID> = []
    private var events: [ImportedEvent] = []
    private var rows = 0
    private var repeats = 0

    init(format: String, stream: StreamName) {
        self.format = format
        self.stream = stream
        var source = PayloadMap()
        source["source"] = .text(format)
        metadata = PayloadValue.map(source).cbor
    }

    mutating func add(_ file: ImportFile) throws(ExchangeError) {
        let value: PayloadValue
        do throws(JSONError) { value = try StrictJSON.parse(file.bytes.span) } catch {
            throw ExchangeError(error)
        }
        do throws(ExchangeError) {
            let response = try FlickrResponse(value)
            if value.map?["places"] != nil {
                try add(try response.places())
            } else {
                try add(try response.photos())
            }
        } catch { throw error.located(in: file.bytes) }
    }

    // MARK: Photos

    private mutating func add(_ photos: [Photo]) throws(ExchangeError) {
        var dated: [(photo: Photo, faved: Timestamp?, place: Int)] = []
        for (place, photo) in photos.enumerated() {
            dated.append((photo, try Self.faved(photo, place), place))
        }
        if dated.allSatisfy({ $0.faved != nil }) {
            dated.sort { ($0.faved?.milliseconds ?? 0, $0.place) < ($1.faved?.milliseconds ?? 0, $1.place) }
        }
        for (photo, faved, place) in dated {
            rows += 1
            let payload = try encoded(PhotoViewed(photo: photo), at: "photos.photo[\(place)]")
            add(PhotoViewed.definition, subject: photo.id, payload, occurred: faved)
        }
    }

    /// When a photo was made a favourite; nil for a photo of another list.
    private static func faved(_ photo: Photo, _ place: Int) throws(ExchangeError) -> Timestamp? {
        let seconds: Int64?
        switch photo.extra["date_faved"] ?? .null {
        case .null: return nil
        case .integer(let number): seconds = number
        case .text(let text): seconds = Int64(text)
        default: seconds = nil
        }
        guard let seconds, !seconds.multipliedReportingOverflow(by: 1000).overflow else {
            throw ExchangeError(
                .invalidTime, "date_faved is not a whole number of seconds since 1970",
                field: "photos.photo[\(place)].date_faved")
        }
        return Timestamp(milliseconds: seconds * 1000)
    }

    // MARK: Places

    private mutating func add(_ places: [Place]) throws(ExchangeError) {
        rows += 1
        // The refresh is named by what it brought.
        let content = try encoded(PlacesRefreshed(refreshID: format, places: places), at: "places")
        let refresh = id(of: "refresh", content).description
        let request = try encoded(
            PlacesRefreshRequested(refreshID: refresh, source: format), at: "places")
        let result = try encoded(PlacesRefreshed(refreshID: refresh, places: places), at: "places")
        let known = events.count
        add(PlacesRefreshRequested.definition, subject: refresh, request, occurred: nil)
        if events.count > known { add(PlacesRefreshed.definition, subject: refresh, result, occurred: nil) }
    }

    // MARK: Events

    private mutating func add(
        _ definition: EventDefinition, subject: String, _ payload: [UInt8], occurred: Timestamp?
    ) {
        let id = id(of: definition.type.name, payload)
        guard ids.insert(id).inserted else {
            repeats += 1
            return
        }
        let event = ProposedEvent(
            type: definition.type, schemaVersion: definition.version, subject: subject, payload: payload,
            occurred: occurred, id: id, metadata: metadata, isImported: true)
        events.append(ImportedEvent(stream: stream, event: event, line: 1))
    }

    private func id(of kind: String, _ payload: [UInt8]) -> EventID {
        var ids = ImportedIDs()
        return ids.id(of: format, kind, stream.text, ((try? PayloadValue(cbor: payload.span)) ?? .null).json)
    }

    private func encoded<Payload: EventPayload>(
        _ payload: Payload, at path: String
    ) throws(ExchangeError) -> [UInt8] {
        do throws(FieldError) { return try payload.encoded() } catch {
            let inside = error.inside(path)
            throw ExchangeError(.invalidPayload, inside.description, field: inside.path)
        }
    }

    func batch() -> ImportBatch {
        ImportBatch(
            events: events,
            summary: ImportSummary(
                rows: rows, events: events.count, streams: events.isEmpty ? 0 : 1,
                skipped: repeats == 0
                    ? [] : [.init(reason: "repeats an earlier photo or list", count: repeats)]))
    }
}

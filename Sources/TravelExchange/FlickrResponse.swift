public import EventCoding
public import Exchange
public import TravelEvents

/// The photos or places in a response of Flickr's interface, or in a part of one.
///
/// Every form in which the service wraps them is accepted: a whole response, its inner object, or one entry.
public struct FlickrResponse: Sendable {
    private let root: PayloadMap

    /// A response that was parsed already.
    ///
    /// - Throws: `ExchangeError` with code `responseFailed`, with the service's own code and message, when its
    ///   `stat` is not `ok`; `unexpectedResponse` when `value` is not an object.
    public init(_ value: PayloadValue) throws(ExchangeError) {
        guard case .map(let root) = value else {
            throw ExchangeError(.unexpectedResponse, "a response is a JSON object")
        }
        self.root = root
        try checkStatus()
    }

    private func checkStatus() throws(ExchangeError) {
        let status: String
        switch root["stat"] ?? .null {
        case .null: return
        case .text(let text): status = text
        default: throw ExchangeError(.unexpectedResponse, "the response's stat is not a text", field: "stat")
        }
        if status.utf8.elementsEqual("ok".utf8) { return }
        let code =
            switch root["code"] ?? .null {
            case .integer(let number): " \(number)"
            case .text(let text): " \(text)"
            default: ""
            }
        let message = root["message"]?.text.map { ": \($0)" } ?? ""
        throw ExchangeError(.responseFailed, "Flickr answered with \(status)\(code)\(message)", field: "stat")
    }

    /// The photos, in their order; a list may be empty.
    ///
    /// A list stands under `photos` or `photoset`, a single photo under `photo`; an object with an `id` and none
    /// of these is a photo itself.
    ///
    /// - Throws: `ExchangeError` with code `unexpectedResponse` where there is none of this, and
    ///   `invalidPayload`, with the field, for a photo that cannot be recorded.
    public func photos() throws(ExchangeError) -> [Photo] {
        for key in ["photos", "photoset"] {
            guard case .map(let container)? = root[key] else { continue }
            return try list(in: container, under: "photo", path: "\(key).photo").map(FlickrPhoto.read)
        }
        if case .list? = root["photo"] {
            return try list(in: root, under: "photo", path: "photo").map(FlickrPhoto.read)
        }
        if case .map? = root["photo"] { return [try FlickrPhoto.read((root["photo"] ?? .null, "photo"))] }
        guard root["id"] != nil else {
            throw ExchangeError(
                .unexpectedResponse, "the response holds no photo",
                accepted: ["photo", "photos", "photoset", "id"])
        }
        return [try FlickrPhoto.read((.map(root), ""))]
    }

    /// The places, in their order; a list may be empty.
    ///
    /// - Throws: `ExchangeError` with code `unexpectedResponse` where there is no list of places, and
    ///   `invalidPayload`, with the field, for a place that cannot be recorded.
    public func places() throws(ExchangeError) -> [Place] {
        guard case .map(let container)? = root["places"] else {
            throw ExchangeError(
                .unexpectedResponse, "the response holds no list of places", accepted: ["places"])
        }
        var places: [Place] = []
        for (value, path) in try list(in: container, under: "place", path: "places.place") {
            do throws(FieldError) {
                places.append(try Place(value))
            } catch {
                throw ExchangeError(error, in: path)
            }
        }
        return places
    }

    /// The elements under a key, each with its path.
    private func list(
        in container: PayloadMap, under key: String, path: String
    ) throws(ExchangeError) -> [(PayloadValue, String)] {
        guard case .list(let elements)? = container[key] else {
            throw ExchangeError(.unexpectedResponse, "\(path) is not a list", field: path)
        }
        return elements.enumerated().map { ($0.element, "\(path)[\($0.offset)]") }
    }
}

extension ExchangeError {
    /// The error for a record inside a response.
    init(_ error: FieldError, in path: String) {
        let inside = path.isEmpty ? error : error.inside(path)
        self.init(.invalidPayload, inside.description, field: inside.path.isEmpty ? nil : inside.path)
    }
}

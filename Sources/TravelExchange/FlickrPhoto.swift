public import EventCoding
public import Exchange
public import TravelEvents

/// Makes a photo of the object with which Flickr's interface describes one.
///
/// Fields are read as `Photo` reads them: texts plain or under `_content`, tags as one text, a list or an object,
/// numbers as numbers or texts, every other key kept in `extra`. What the single-photo response says in its
/// `location` fills in the coordinates and the place's name where the photo has none.
///
/// Coordinates are kept as given: 0 and 0 with no accuracy are what the service sends for a photo without a
/// location, and readers of the photo take them so.
public enum FlickrPhoto {
    /// The photo that an entry of a list, or the inner object of a single-photo response, describes.
    ///
    /// - Throws: `ExchangeError` with code `invalidPayload` and the field: the id is missing, empty or no
    ///   text or whole number, or another field is of a kind that it never has.
    public static func photo(_ value: PayloadValue) throws(ExchangeError) -> Photo { try read((value, "")) }

    static func read(_ entry: (value: PayloadValue, path: String)) throws(ExchangeError) -> Photo {
        do throws(FieldError) {
            var photo = try Photo(entry.value)
            addLocation(to: &photo)
            // A photo without an id, or with one that is too long, is refused here and not in the log.
            _ = try photo.encoded()
            return photo
        } catch {
            throw ExchangeError(error, in: entry.path)
        }
    }

    private static func addLocation(to photo: inout Photo) {
        guard case .map(let location)? = photo.extra["location"] else { return }
        if photo.latitude == nil, photo.longitude == nil,
            let latitude = number(location["latitude"]), let longitude = number(location["longitude"])
        {
            (photo.latitude, photo.longitude) = (latitude, longitude)
        }
        if photo.place == nil { photo.place = placeName(location) }
    }

    /// City, region and country with comma and blank between them, as the service names its places; or nil.
    private static func placeName(_ location: PayloadMap) -> String? {
        let parts = ["locality", "region", "country"].compactMap { key -> String? in
            switch location[key] ?? .null {
            case .text(let text): text
            case .map(let map): map["_content"]?.text
            default: nil
            }
        }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func number(_ value: PayloadValue?) -> Double? {
        switch value ?? .null {
        case .real(let number): number
        case .integer(let number): Double(number)
        case .text(let text): Coordinate.degrees(text)
        default: nil
        }
    }
}

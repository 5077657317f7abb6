internal import CommandLineKit
internal import EventCoding
internal import Exchange
internal import StrictJSON
internal import TravelEvents
internal import TravelExchange

/// The photos that a command is given: a photo object, or a response that holds one or many.
enum PhotoInput {
    static let argument = ArgumentSpec(
        "PHOTO.json", .file, doc: "A photo object or a Flickr response; - is standard input.")

    static let options: [OptionSpec] = [
        .value("photo", "ID", doc: "The photo to take out of a response that holds several."),
        .flag("every", doc: "Every photo of the response, one event each."),
        .value("place", "NAME", doc: "The place's name, for photos that carry none."),
    ]

    private static let photoUnknown = ErrorCode("E-PHOTO-UNKNOWN")
    private static let photoChoice = ErrorCode("E-PHOTO-CHOICE")

    /// What `help CODE` says about choosing photos.
    static let errors = [
        ErrorCatalogue.Entry(
            photoUnknown, exit: .usage, meaning: "The response holds no photo of that id.",
            cause: "The id is misspelt, or the photo is in another response.",
            remedy: "The message lists the ids that are there."),
        ErrorCatalogue.Entry(
            photoChoice, exit: .usage, meaning: "The response holds several photos.",
            cause: "One action is about one photo unless all are asked for.",
            remedy: "Give --photo ID, or --every for all of them."),
    ]

    /// How many photos an error lists.
    private static let listed = 10

    static func photos(
        _ arguments: ParsedArguments, _ read: (_ path: String) throws(ToolError) -> [UInt8]
    ) throws(ToolError) -> [Photo] {
        let path = arguments.argument(argument.name) ?? "-"
        let value = try JSONInput.parse(try read(path), path)
        let found: [Photo]
        do throws(ExchangeError) { found = try FlickrResponse(value).photos() } catch {
            throw JSONInput.error(error, path)
        }
        return try choose(from: found, path, arguments).map { photo in
            var photo = photo
            if let place = arguments.value("place"), photo.place == nil { photo.place = place }
            return photo
        }
    }

    private static func choose(
        from photos: [Photo], _ path: String, _ arguments: ParsedArguments
    ) throws(ToolError) -> [Photo] {
        if let id = arguments.value("photo") {
            let chosen = photos.filter { $0.id.utf8.elementsEqual(id.utf8) }
            guard let first = chosen.first else {
                throw ToolError(
                    photoUnknown, exit: .usage, "\(path) holds no photo \(id)",
                    details: [list(photos)], argument: "--photo", value: id,
                    candidates: Hints.nearest(to: id, in: photos.map(\.id)))
            }
            return [first]
        }
        if photos.isEmpty {
            throw ToolError(
                ErrorCode("E-INPUT-EMPTY"), exit: .unusableInput, "\(path) holds no photos",
                argument: argument.name, value: path)
        }
        guard photos.count == 1 || arguments.has("every") else {
            throw ToolError(
                photoChoice, exit: .usage, "\(path) holds \(photos.count) photos; which one",
                details: [list(photos), "accepted: --photo ID, or --every for all of them"],
                argument: "--photo")
        }
        return photos
    }

    private static func list(_ photos: [Photo]) -> String {
        "photos: " + photos.prefix(listed).map(\.id).joined(separator: ", ")
            + (photos.count > listed ? ", and \(photos.count - listed) more" : "")
    }
}

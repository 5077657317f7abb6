import Exchange
import TravelExchange

/// The reader of saved Flickr responses.
enum FlickrEntry {
    static func run(_ input: Span<UInt8>) {
        let format = FlickrFormat()
        _ = format.recognises(input)
        let file = ImportFile(name: "response.json", bytes: copied(input))
        guard let first = try? format.read([file], options: ImportOptions()),
            let second = try? format.read([file], options: ImportOptions())
        else { return }
        precondition(Array(first) == Array(second), "a response always becomes the same events")
    }
}

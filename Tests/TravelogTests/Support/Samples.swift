import Travelog

enum Samples {
    static let london = "London, England, United Kingdom"
    static let paris = "Paris, Île-de-France, France"

    static func photo(
        _ id: String, title: String? = nil, place: String? = london, tags: [String] = []
    ) -> Photo {
        Photo(id: id, title: title ?? "Photo \(id)", place: place, tags: tags)
    }

    static func place(_ name: String, photos: Int64 = 1) -> Place {
        Place(name: name, latitude: 51.5, longitude: -0.1, photoCount: photos)
    }
}

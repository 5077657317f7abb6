import EventCoding
import UnicodeText

/// What a list shows of a photo: its title or what stands for it, and the subtitle that is left.
struct PhotoText {
    /// What stands for a photo without title and description.
    static let unknown = "Unknown"

    /// The title shown; never empty.
    let title: String

    /// The subtitle shown; may be empty.
    let subtitle: String

    /// Whether the photo has a title of its own.
    let hasTitle: Bool

    /// The texts of a photo in a payload.
    init(_ photo: borrowing CBORView) {
        self.init(title: photo["title"]?.string, description: photo["description"]?.string)
    }

    /// Texts as the photo has them; blank ones count as absent, and are otherwise kept as they are.
    init(title: String?, description: String?) {
        let description = description.flatMap { UnicodeText.isBlank($0) ? nil : $0 }
        if let title, !UnicodeText.isBlank(title) {
            self.title = title
            let isSame = description.map { $0.utf8.elementsEqual(title.utf8) } ?? true
            subtitle = isSame ? "" : description ?? ""
            hasTitle = true
        } else {
            self.title = description ?? Self.unknown
            subtitle = ""
            hasTitle = false
        }
    }
}

/// A size in which the photo service keeps a photo's image.
public struct ImageSize: Hashable, Sendable {
    /// What the address says for the size.
    let suffix: String

    /// Whether the image is the one that was uploaded, which has a secret and a format of its own.
    let isOriginal: Bool

    /// A square of 75 pixels, for lists.
    public static let squareThumbnail = ImageSize(suffix: "s", isOriginal: false)

    /// At most 1 024 pixels at the longer side.
    public static let large = ImageSize(suffix: "b", isOriginal: false)

    /// As it was uploaded.
    public static let original = ImageSize(suffix: "o", isOriginal: true)
}

import EventCoding

extension Photo {
    /// The address of the photo's image in a size; nil where a part is missing or cannot be one.
    ///
    /// The form is that of Flickr's page "Photo Image URLs" (https://www.flickr.com/services/api/misc.urls.html):
    /// server, id, secret and a letter for the size. The original has a secret and a format of its own, which the
    /// service sends to some callers only, as `originalsecret` and `originalformat`. Nothing is fetched.
    public func imageAddress(size: ImageSize) -> String? {
        let key = size.isOriginal ? extraText("originalsecret") : secret
        let format = size.isOriginal ? extraText("originalformat") : "jpg"
        guard let server = Self.part(server), let id = Self.part(id), let key = Self.part(key),
            let format = Self.part(format)
        else { return nil }
        return "https://live.staticflickr.com/\(server)/\(id)_\(key)_\(size.suffix).\(format)"
    }

    private func extraText(_ key: String) -> String? {
        guard case .text(let text)? = extra[key] else { return nil }
        return text
    }

    /// The text where it is one or more letters and digits of ASCII, the only ones that stand in such addresses.
    private static func part(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"):
                true
            default: false
            }
        }
        return isPlain ? text : nil
    }
}

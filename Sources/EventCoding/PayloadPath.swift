/// The keys that lead from a payload to a value inside it, written with dots: `photo.title`.
///
/// A key that itself holds a dot cannot be named by a path.
public struct PayloadPath: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The keys in order, each as its UTF-8 bytes.
    let keys: [[UInt8]]

    /// The path that `text` spells.
    public init(_ text: String) {
        keys = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init)
    }

    /// The path that the literal spells.
    public init(stringLiteral text: String) { self.init(text) }

    /// The keys with dots between them.
    public var description: String {
        var text = ""
        for (index, key) in keys.enumerated() {
            if index > 0 { text += "." }
            text += String(decoding: key, as: UTF8.self)
        }
        return text
    }
}

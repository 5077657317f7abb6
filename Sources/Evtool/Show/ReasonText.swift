internal import Projections

/// A fold's word for why, as people write it.
enum ReasonText {
    /// `alreadyVisited` reads "already visited".
    static func words(_ reason: String) -> String {
        var words: [UInt8] = []
        for byte in reason.utf8 {
            if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
                words += [UInt8(ascii: " "), byte + 0x20]
            } else {
                words.append(byte)
            }
        }
        return String(decoding: words, as: UTF8.self)
    }
}

extension Reason {
    /// The reason in words.
    var words: String { ReasonText.words(description) }
}

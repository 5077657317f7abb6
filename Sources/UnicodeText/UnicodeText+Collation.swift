extension UnicodeText {
    /// Bytes whose plain order is the pinned collation of names.
    ///
    /// Texts are ordered by their scalars after compatibility decomposition (NFKD), without marks, case
    /// folded; texts that agree in that by their NFC bytes. So `Åland` stands before `Bahamas`, whatever the
    /// locale. Canonically equal texts have one key.
    ///
    /// The key is the folded text, a zero byte, and the NFC bytes. A zero byte in the folded text is followed
    /// by 0xFF, which no UTF-8 has, to keep the longer text behind the shorter one.
    public static func collationKey(_ text: String) -> [UInt8] {
        var key: [UInt8] = []
        key.reserveCapacity(2 * text.utf8.count + 1)
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            appendEscaped(text.utf8.lazy.map(lowercasedASCII), to: &key)
            key.append(0)
            key.append(contentsOf: text.utf8)
        } else {
            appendEscaped(Mapping.folding.apply(to: text), to: &key)
            key.append(0)
            key.append(contentsOf: nfcBytes(text))
        }
        return key
    }

    private static func appendEscaped(_ bytes: some Sequence<UInt8>, to key: inout [UInt8]) {
        for byte in bytes {
            key.append(byte)
            if byte == 0 { key.append(0xFF) }
        }
    }

    private static func lowercasedASCII(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

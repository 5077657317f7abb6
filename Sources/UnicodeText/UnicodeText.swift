import CUTF8Proc

/// What the project needs to know about Unicode: the same on every host and in every locale.
///
/// Normalisation, folding and widths come from utf8proc, whose tables `unicodeVersion` names. Results are to
/// be compared by their UTF-8 bytes.
public enum UnicodeText {
    /// The version of Unicode that normalisation, collation and widths follow, such as `14.0.0`.
    public static var unicodeVersion: String {
        unsafe String(cString: utf8proc_unicode_version())
    }

    /// The text in Normalization Form C (Unicode Standard Annex 15).
    ///
    /// - Complexity: O(n); text below U+0300, all of ASCII and most of Latin, comes back untouched.
    public static func normalizedNFC(_ text: String) -> String {
        isCertainlyNFC(text) ? text : String(decoding: Mapping.composition.apply(to: text), as: UTF8.self)
    }

    /// The UTF-8 bytes of the text in Normalization Form C, for use as a key.
    public static func nfcBytes(_ text: String) -> [UInt8] {
        isCertainlyNFC(text) ? Array(text.utf8) : Mapping.composition.apply(to: text)
    }

    /// The text without Unicode white space at either end.
    ///
    /// White space is the property White_Space, so a zero-width space stays.
    public static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// Whether the text is empty or Unicode white space alone.
    public static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    /// The text with its first scalar in title case and the rest as it is.
    ///
    /// The mapping is Unicode's full one in no locale: `ßa` gives `Ssa`, `ǆ` gives `ǅ`, and `istanbul` gives
    /// `Istanbul` whatever the language. A decomposed letter stays decomposed. The standard library answers
    /// here, for utf8proc maps one scalar to one scalar only.
    public static func titleCasedFirst(_ text: String) -> String {
        guard let first = text.unicodeScalars.first else { return text }
        let mapped = first.properties.titlecaseMapping
        guard !mapped.utf8.elementsEqual(String(first).utf8) else { return text }
        return mapped + String(text.unicodeScalars.dropFirst())
    }
}

extension UnicodeText {
    /// Whether every scalar is below U+0300, whose first byte is 0xCC.
    ///
    /// No scalar down there combines or decomposes differently, so such text is in NFC.
    private static func isCertainlyNFC(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 < 0xCC }
    }
}

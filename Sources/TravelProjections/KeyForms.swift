import EventCoding
import Projections
import UnicodeText

/// The forms in which names and tags become keys: compared by bytes, so normalised first.
///
/// Each answers nil where the text is in its form already, which most text is; nothing is allocated then.
enum KeyForms {
    /// Bytes below this begin no scalar that normalisation changes: U+0300 begins with 0xCC.
    private static let firstAffected: UInt8 = 0xCC

    /// The form of a vacation's name: NFC, without white space at either end.
    static func vacation(_ name: Span<UInt8>) -> [UInt8]? {
        guard !name.isEmpty else { return nil }
        let ends = name[0].isPlain && name[name.count - 1].isPlain
        if ends, isCertainlyNormalised(name) { return nil }
        return UnicodeText.nfcBytes(UnicodeText.trimmed(text(name)))
    }

    /// The form of a tag, and of a place's name: NFC, nothing trimmed.
    static func exact(_ name: Span<UInt8>) -> [UInt8]? {
        isCertainlyNormalised(name) ? nil : UnicodeText.nfcBytes(text(name))
    }

    /// The form of a place's name; a missing one is the place Unknown.
    static func place(_ name: Span<UInt8>) -> [UInt8]? {
        name.isEmpty ? Array(PlaceName.unknown.utf8) : exact(name)
    }

    /// The form of a country's name as a section has it: NFC, without white space at either end.
    static func country(_ name: Span<UInt8>) -> [UInt8]? { vacation(name) }

    /// The country of a place's name, as a key.
    static func country(of place: String) -> [UInt8] { UnicodeText.nfcBytes(PlaceName(place).country) }

    /// Whether a tag is left out: empty, white space alone, or with a colon anywhere.
    static func isDropped(_ tag: Span<UInt8>) -> Bool {
        var hasPlain = false
        for index in tag.indices {
            let byte = tag[index]
            if byte == UInt8(ascii: ":") { return true }
            if byte.isPlain { hasPlain = true }
        }
        return !hasPlain && UnicodeText.isBlank(text(tag))
    }

    static func text(_ bytes: Span<UInt8>) -> String {
        String(copyingUTF8: bytes) ?? ""
    }

    private static func isCertainlyNormalised(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where bytes[index] >= firstAffected { return false }
        return true
    }
}

extension UInt8 {
    /// Whether this is a visible character of ASCII, which is no white space.
    fileprivate var isPlain: Bool { self > 0x20 && self < 0x7F }
}

extension FoldError {
    /// The error for a field that is missing or holds no text.
    static func missing(_ field: String) -> FoldError { payload(field, "is missing or of another kind") }

    /// The error for a field that is empty.
    static func empty(_ field: String) -> FoldError { payload(field, "is empty") }
}

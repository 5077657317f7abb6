/// The width of text on a terminal.
enum TextWidth {
    /// The columns that `text` takes.
    static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + width($1) }
    }

    /// The longest beginning of `text` that fits into `columns` together with the ellipsis; `text` itself
    /// when it fits.
    static func cut(_ text: String, to columns: Int, ellipsis: String) -> String {
        guard width(text) > columns else { return text }
        let room = columns - width(ellipsis)
        guard room > 0 else { return String(ellipsis.prefix(max(0, columns))) }
        var used = 0
        var result = ""
        for character in text {
            used += width(character)
            if used > room { break }
            result.append(character)
        }
        return result + ellipsis
    }

    private static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF,
        0x20000...0x3FFFD,
    ]
}

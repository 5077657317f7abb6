import UnicodeText

/// The width of text on a terminal, and cutting to it.
enum TextWidth {
    /// The columns that `text` takes.
    static func width(_ text: String) -> Int { UnicodeText.displayWidth(text) }

    /// The longest beginning of `text` that fits into `columns` together with the ellipsis; `text` itself
    /// when it fits.
    static func cut(_ text: String, to columns: Int, ellipsis: String) -> String {
        let columns = max(0, columns)
        guard width(text) > columns else { return text }
        let markWidth = width(ellipsis)
        guard columns > markWidth else { return String(ellipsis.prefix(columns)) }
        // What is cut ends in one mark, one column wide; another mark takes its place.
        let cut = UnicodeText.truncated(text, toWidth: columns - markWidth + 1)
        return String(cut.unicodeScalars.dropLast()) + ellipsis
    }
}

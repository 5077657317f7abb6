/// What a file is, judged by its first bytes.
public enum FileSignature: String, Hashable, Sendable, CaseIterable {
    /// No bytes at all.
    case empty
    /// A data file of LMDB 0.9 for this kind of machine: 64 bits, little-endian, data version 1.
    case lmdb
    /// The same for a machine with the other byte order.
    case lmdbBigEndian
    /// The same for a machine with 32-bit words.
    case lmdb32Bit
    /// A data file of a later LMDB, whose layout differs.
    case lmdbLaterVersion
    /// An SQLite database.
    case sqlite
    /// A PNG picture.
    case png
    /// A JPEG picture.
    case jpeg
    /// A PDF document.
    case pdf
    /// A ZIP archive.
    case zip
    /// A gzip file.
    case gzip
    /// A tar archive.
    case tar
    /// An HTML page.
    case html
    /// JSON that begins with an array.
    case jsonArray
    /// JSON that begins with an object: one document, or one a line.
    case jsonObject
    /// UTF-8 text of another kind.
    case text
    /// Text in UTF-16.
    case utf16
    /// Bytes of no kind that is known here.
    case binary

    /// What the file is, as the end of a sentence that begins with "it is".
    public var phrase: String {
        switch self {
        case .empty: "empty (0 bytes)"
        case .lmdb: "an LMDB data file"
        case .lmdbBigEndian: "an LMDB data file of a big-endian machine"
        case .lmdb32Bit: "an LMDB data file of a 32-bit machine"
        case .lmdbLaterVersion: "an LMDB data file of a later LMDB version"
        case .sqlite: "an SQLite database"
        case .png: "a PNG picture"
        case .jpeg: "a JPEG picture"
        case .pdf: "a PDF document"
        case .zip: "a ZIP archive"
        case .gzip: "a gzip file"
        case .tar: "a tar archive"
        case .html: "an HTML page"
        case .jsonArray: "a JSON array"
        case .jsonObject: "JSON"
        case .text: "text"
        case .utf16: "text in UTF-16"
        case .binary: "binary data of an unknown kind"
        }
    }
}

/// Writes canonical JSON (RFC 8259) to bytes: no blanks, shortest numbers, one spelling for every text.
///
///     var json = JSONWriter()
///     json.beginObject()
///     json.key("kind"); json.string("event")
///     json.key("position"); json.integer(17)
///     json.endObject()
///     json.endLine()
///
/// Control characters, line separators and the characters that change the direction of text are escaped, so
/// what comes from a payload cannot act on a terminal. The writer sets commas; it does not check that keys and
/// values alternate.
public struct JSONWriter: Sendable {
    /// The text written so far, in UTF-8.
    public private(set) var bytes: [UInt8]

    private var needsComma = false

    /// A writer without text.
    public init() { bytes = [] }

    /// A writer that uses the storage of `buffer`, whose bytes it drops.
    public init(reusing buffer: consuming [UInt8]) {
        bytes = buffer
        bytes.removeAll(keepingCapacity: true)
    }

    /// The text written so far.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Drops the text and keeps its storage.
    public mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Opens an object.
    public mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Closes an object.
    public mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Opens an array.
    public mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Closes an array.
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes the key of the next value.
    public mutating func key(_ key: String) {
        beginValue()
        appendQuoted(key)
        endKey()
    }

    /// Writes the key of the next value, given as UTF-8; what is not UTF-8 becomes U+FFFD.
    public mutating func key(_ utf8: Span<UInt8>) {
        beginValue()
        appendQuoted(utf8)
        endKey()
    }

    /// Writes a text.
    public mutating func string(_ value: String) {
        beginValue()
        appendQuoted(value)
    }

    /// Writes a text given as UTF-8; what is not UTF-8 becomes U+FFFD.
    public mutating func string(_ utf8: Span<UInt8>) {
        beginValue()
        appendQuoted(utf8)
    }

    /// Writes a whole number, however large.
    public mutating func integer(_ value: Int64) {
        beginValue()
        append(ascii: String(value))
    }

    /// Writes a whole number from 0, however large.
    public mutating func unsigned(_ value: UInt64) {
        beginValue()
        append(ascii: String(value))
    }

    /// Writes a number in the fewest digits that read back as the same double.
    ///
    /// It always has a fraction or an exponent: 1 is written `1.0`.
    ///
    /// - Precondition: The number is finite; JSON knows no other.
    public mutating func real(_ value: Double) {
        precondition(value.isFinite, "JSON holds finite numbers only")
        beginValue()
        append(ascii: value.description)
    }

    /// Writes true or false.
    public mutating func bool(_ value: Bool) {
        beginValue()
        append(ascii: value ? "true" : "false")
    }

    /// Writes null.
    public mutating func null() {
        beginValue()
        append(ascii: "null")
    }

    /// Ends a line, so that another value can follow on the next.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    private mutating func open(_ bracket: UInt8) {
        beginValue()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func beginValue() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func endKey() {
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func append(ascii text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let copy = Array(text.utf8)
        JSONEscape.append(copy.span, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendQuoted(_ utf8: Span<UInt8>) {
        if UTF8Check.firstInvalid(in: utf8, from: 0, to: utf8.count) != nil {
            appendQuoted(String(decoding: [UInt8](copying: utf8), as: UTF8.self))
            return
        }
        bytes.append(UInt8(ascii: "\""))
        JSONEscape.append(utf8, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}

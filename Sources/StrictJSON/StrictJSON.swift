public import EventCoding

/// JSON as RFC 8259 has it, and stricter: nothing is guessed, repaired or silently lost.
///
/// Beyond the grammar, these are refused: a key that stands twice in one object (compared by decoded
/// bytes), more than 64 open brackets, integers that fit neither `Int64` nor `UInt64`, `-0` as an integer,
/// reals beyond `Double`, numbers of more than 40 digits, invalid UTF-8, lone surrogates, a byte order mark,
/// and any text after the value. `\u0000` in a string is a character like any other.
///
/// A number with a fraction or an exponent is `.real`, so `1.0` is not an integer and `-0.0` keeps its sign.
public enum StrictJSON {
    /// The value of the one JSON document in `bytes`.
    ///
    /// It sets up a parser; keep a `JSONLineParser` where many short documents are read.
    ///
    /// - Throws: `JSONError` with the place of the first fault.
    public static func parse(
        _ bytes: Span<UInt8>, limits: Limits = .standard
    ) throws(JSONError) -> PayloadValue {
        var parser = JSONLineParser(limits: limits)
        return try parser.parse(bytes)
    }
}

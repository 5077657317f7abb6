import CSimdJSON
import EventCoding

/// The value that a run of tokens makes.
///
/// It recurses as deep as the document nests, which the reader has limited.
enum TokenTree {
    /// The value, or nil when a key is there twice or a string is not UTF-8.
    static func value(_ tokens: Span<travelog_json_token>, _ text: Span<UInt8>) -> PayloadValue? {
        var index = 0
        return value(tokens, text, at: &index)
    }

    private static func value(
        _ tokens: Span<travelog_json_token>, _ text: Span<UInt8>, at index: inout Int
    ) -> PayloadValue? {
        let token = tokens[index]
        index += 1
        switch token.kind {
        case TRAVELOG_JSON_NULL.rawValue: return .null
        case TRAVELOG_JSON_FALSE.rawValue: return .bool(false)
        case TRAVELOG_JSON_TRUE.rawValue: return .bool(true)
        case TRAVELOG_JSON_INTEGER.rawValue: return .integer(Int64(bitPattern: token.bits))
        case TRAVELOG_JSON_UNSIGNED.rawValue: return .unsigned(token.bits)
        case TRAVELOG_JSON_REAL.rawValue: return .real(Double(bitPattern: token.bits))
        case TRAVELOG_JSON_STRING.rawValue: return string(token, text).map(PayloadValue.text)
        case TRAVELOG_JSON_ARRAY.rawValue: return list(Int(token.count), tokens, text, at: &index)
        case TRAVELOG_JSON_OBJECT.rawValue: return map(Int(token.count), tokens, text, at: &index)
        default: fatalError("The JSON reader gave a token of no known kind.")
        }
    }

    private static func list(
        _ count: Int, _ tokens: Span<travelog_json_token>, _ text: Span<UInt8>, at index: inout Int
    ) -> PayloadValue? {
        var elements: [PayloadValue] = []
        elements.reserveCapacity(count)
        for _ in 0..<count {
            guard let element = value(tokens, text, at: &index) else { return nil }
            elements.append(element)
        }
        return .list(elements)
    }

    private static func map(
        _ count: Int, _ tokens: Span<travelog_json_token>, _ text: Span<UInt8>, at index: inout Int
    ) -> PayloadValue? {
        var pairs: [(String, PayloadValue)] = []
        pairs.reserveCapacity(count)
        for _ in 0..<count {
            let key = string(tokens[index], text)
            index += 1
            guard let key, let member = value(tokens, text, at: &index) else { return nil }
            pairs.append((key, member))
        }
        return PayloadMap(uniqueKeys: pairs).map(PayloadValue.map)
    }

    /// The token's string, or nil when it is not UTF-8.
    ///
    /// The reader has checked the text itself, so only an escaped lone surrogate can be wrong. Its three bytes
    /// would be repaired to three replacement characters, which are longer.
    private static func string(_ token: travelog_json_token, _ text: Span<UInt8>) -> String? {
        let start = Int(token.bits)
        let bytes = text.extracting(start..<(start + Int(token.count)))
        let string = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        return string.utf8.count == bytes.count ? string : nil
    }
}

import CSimdJSON
import EventCoding

/// The value that a run of tokens makes.
///
/// It recurses as deep as the document nests, which the reader has limited.
enum TokenTree {
    /// The value.
    static func value(_ tokens: Span<travelog_json_token>, _ text: Span<UInt8>) -> PayloadValue {
        var index = 0
        return value(tokens, text, at: &index)
    }

    private static func value(
        _ tokens: Span<travelog_json_token>, _ text: Span<UInt8>, at index: inout Int
    ) -> PayloadValue {
        let token = tokens[index]
        index += 1
        switch token.kind {
        case TRAVELOG_JSON_NULL.rawValue: return .null
        case TRAVELOG_JSON_FALSE.rawValue: return .bool(false)
        case TRAVELOG_JSON_TRUE.rawValue: return .bool(true)
        case TRAVELOG_JSON_INTEGER.rawValue: return .integer(Int64(bitPattern: token.bits))
        case TRAVELOG_JSON_UNSIGNED.rawValue: return .unsigned(token.bits)
        case TRAVELOG_JSON_REAL.rawValue: return .real(Double(bitPattern: token.bits))
        case TRAVELOG_JSON_STRING.rawValue: return .text(string(token, text))
        case TRAVELOG_JSON_ARRAY.rawValue: return list(Int(token.count), tokens, text, at: &index)
        case TRAVELOG_JSON_OBJECT.rawValue: return map(Int(token.count), tokens, text, at: &index)
        default: fatalError("The JSON reader gave a token of no known kind.")
        }
    }

    private static func list(
        _ count: Int, _ tokens: Span<travelog_json_token>, _ text: Span<UInt8>, at index: inout Int
    ) -> PayloadValue {
        var elements: [PayloadValue] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(value(tokens, text, at: &index)) }
        return .list(elements)
    }

    private static func map(
        _ count: Int, _ tokens: Span<travelog_json_token>, _ text: Span<UInt8>, at index: inout Int
    ) -> PayloadValue {
        var members: [Member] = []
        members.reserveCapacity(count)
        var isSorted = true
        for number in 0..<count {
            let key = tokens[index]
            index += 1
            let member = Member(
                rank: KeyRank(key, text), key: string(key, text), value: value(tokens, text, at: &index))
            if number > 0, !members[number - 1].precedes(member) { isSorted = false }
            members.append(member)
        }
        if !isSorted { members.sort { $0.precedes($1) } }
        return .map(
            PayloadMap(inOrder: members.map { PayloadMap.Entry(key: $0.key, value: $0.value) }))
    }

    /// The token's string; the reader has checked that it is UTF-8.
    private static func string(_ token: travelog_json_token, _ text: Span<UInt8>) -> String {
        let start = Int(token.bits)
        let bytes = text.extracting(start..<(start + Int(token.count)))
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}

/// A member of an object before its place is known.
private struct Member {
    let rank: KeyRank
    let key: String
    let value: PayloadValue

    func precedes(_ other: Member) -> Bool {
        rank == other.rank ? PayloadMap.precedes(key, other.key) : rank < other.rank
    }
}

/// The length of a key and its first bytes, which put most keys in order.
private struct KeyRank: Comparable, BitwiseCopyable {
    private static let wordBytes = 8

    private let length: UInt32
    private let first: UInt64

    init(_ key: travelog_json_token, _ text: Span<UInt8>) {
        length = key.count
        // Keys of one length are shifted alike, so that their order is kept.
        var word: UInt64 = 0
        for index in 0..<min(Self.wordBytes, Int(length)) {
            word = word << 8 | UInt64(text[Int(key.bits) + index])
        }
        first = word
    }

    static func < (left: KeyRank, right: KeyRank) -> Bool {
        left.length == right.length ? left.first < right.first : left.length < right.length
    }
}

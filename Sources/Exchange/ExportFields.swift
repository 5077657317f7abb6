import Digest
import EventCoding
import EventLog

/// Reads the fields of one line of an export; every one must have the form in which an export writes it.
struct ExportFields {
    private let map: PayloadMap
    /// What stands before the names of the fields in errors: `batch.`, or nothing.
    private let prefix: String

    /// The fields of the object `value`, all of which have a meaning.
    init(_ value: PayloadValue, accepting keys: [String], at path: String = "") throws(LineFault) {
        guard case .map(let map) = value else {
            throw LineFault(
                .wrongKind, path.isEmpty ? "the line is not a JSON object" : "\(path) is not a JSON object",
                at: path)
        }
        self.map = map
        prefix = path.isEmpty ? "" : path + "."
        for entry in map.entries where !keys.contains(where: { $0.utf8.elementsEqual(entry.key.utf8) }) {
            let isPlain = !entry.key.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") }
            throw LineFault(
                .unknownKey, "the line has a key that means nothing here",
                at: isPlain ? prefix + entry.key : path, isAboutKey: isPlain, accepted: keys)
        }
    }

    func fault(
        _ key: String, _ problem: String, _ code: ExchangeError.Code = .invalidValue
    ) -> LineFault {
        LineFault(code, "\(prefix + key) \(problem)", at: prefix + key)
    }

    func has(_ key: String) -> Bool { map[key] != nil }

    func value(_ key: String) throws(LineFault) -> PayloadValue {
        guard let value = map[key] else {
            throw LineFault(
                .missingKey, "the line has no \(prefix + key)", at: String(prefix.dropLast()))
        }
        return value
    }

    func fields(_ key: String, accepting keys: [String]) throws(LineFault) -> ExportFields {
        try ExportFields(value(key), accepting: keys, at: prefix + key)
    }

    func list(_ key: String) throws(LineFault) -> [(value: PayloadValue, path: String)] {
        guard case .list(let values) = try value(key) else { throw fault(key, "is not a list", .wrongKind) }
        return values.enumerated().map { ($0.element, "\(prefix)\(key)[\($0.offset)]") }
    }

    func text(_ key: String) throws(LineFault) -> String {
        guard case .text(let text) = try value(key) else { throw fault(key, "is not a text", .wrongKind) }
        return text
    }

    /// True or false; false where the key may be left out and is.
    func flag(_ key: String, isOptional: Bool = false) throws(LineFault) -> Bool {
        if isOptional && !has(key) { return false }
        guard case .bool(let flag) = try value(key) else {
            throw fault(key, "is neither true nor false", .wrongKind)
        }
        return flag
    }

    /// A whole number within `range`.
    func number<Number: FixedWidthInteger>(
        _ key: String, _ range: ClosedRange<Number>
    ) throws(LineFault) -> Number {
        guard case .integer(let integer) = try value(key), let number = Number(exactly: integer),
            range.contains(number)
        else {
            throw fault(
                key, "is not a whole number from \(range.lowerBound) to \(range.upperBound)", .wrongKind)
        }
        return number
    }

    /// A whole number from 0, which is a text above 2^53.
    func count(_ key: String) throws(LineFault) -> UInt64 {
        switch try value(key) {
        case .integer(let integer) where integer >= 0 && UInt64(integer) <= EventJSON.largestNumber:
            return UInt64(integer)
        case .text(let text):
            guard let count = UInt64(text), count > EventJSON.largestNumber, isSame(String(count), text)
            else { fallthrough }
            return count
        default:
            throw fault(key, "is not a whole number from 0, as a text above 2^53", .wrongKind)
        }
    }

    /// A count, or nil where the key is null.
    func optionalCount(_ key: String) throws(LineFault) -> UInt64? {
        try value(key).isNull ? nil : try count(key)
    }

    /// Milliseconds since 1970 of a time in UTC.
    func time(_ key: String) throws(LineFault) -> Int64 {
        let text = try text(key)
        let milliseconds = Int64(text) ?? Timestamp(rfc3339: text)?.milliseconds
        // Only one spelling stands for each moment: nothing may be cut or taken otherwise than it was written.
        guard let milliseconds, isSame(Timestamp(milliseconds: milliseconds).rfc3339UTC, text) else {
            throw fault(
                key, "is not a time in UTC with milliseconds, such as 2026-03-02T10:14:06.880Z", .invalidTime)
        }
        return milliseconds
    }

    func id(_ key: String) throws(LineFault) -> EventID {
        let text = try text(key)
        guard let id = EventID(uuid: text), isSame(id.description, text) else {
            throw fault(key, "is not a UUID in small letters with hyphens", .invalidID)
        }
        return id
    }

    func logID(_ key: String) throws(LineFault) -> LogID {
        let text = try text(key)
        guard let id = LogID(hex: text), isSame(id.hex, text) else {
            throw fault(key, "is not 32 small hexadecimal digits")
        }
        return id
    }

    func digest(_ key: String) throws(LineFault) -> SHA256Digest {
        let text = try text(key)
        guard let digest = SHA256Digest(hex: text), isSame(digest.hex, text) else {
            throw fault(key, "is not 64 small hexadecimal digits")
        }
        return digest
    }

    /// The 16 bytes of a salt.
    func salt(_ key: String) throws(LineFault) -> [UInt8] {
        let text = try text(key)
        // A log id and a salt have the same size and spelling.
        guard let pair = LogID(hex: text), isSame(pair.hex, text),
            let bytes = EventID(uuid: text)?.bytes
        else { throw fault(key, "is not 32 small hexadecimal digits") }
        return bytes
    }

    func type(_ key: String) throws(LineFault) -> EventType {
        let text = try text(key)
        do throws(EventTypeError) { return try EventType(validating: text) } catch {
            throw fault(key, "is no name of an event type: \(error)", .unknownType)
        }
    }

    func stream(_ key: String) throws(LineFault) -> StreamName {
        let text = try text(key)
        do throws(LogError) { return try StreamName(text) } catch {
            throw LineFault(.invalidStream, error.message, at: prefix + key)
        }
    }

    /// A value in deterministic CBOR.
    func encoded(_ key: String) throws(LineFault) -> [UInt8] {
        do { return try value(key).encoded() } catch let error as LineFault { throw error } catch {
            throw fault(key, "cannot be stored: \(error)", .invalidPayload)
        }
    }

    private func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}

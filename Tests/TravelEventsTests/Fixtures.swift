import EventCoding
import Foundation
import Testing

/// The folder of golden files beside the tests, and the switch that records them anew.
enum Golden {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    /// Compares `text` with the file, or writes it when `TRAVELOG_RECORD_GOLDEN` is set.
    static func check(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["TRAVELOG_RECORD_GOLDEN"] != nil {
            try Data(text.utf8).write(to: file)
        }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(golden == text, "differs from \(name)", sourceLocation: sourceLocation)
    }

    /// The lines of a golden file.
    static func lines(of name: String) throws -> [String] {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }
}

/// The hexadecimal digits of bytes.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

/// Bytes written as hexadecimal digits.
func bytes(hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}

/// A map of these pairs.
func map(_ pairs: [(String, PayloadValue)]) -> PayloadMap {
    guard let map = PayloadMap(uniqueKeys: pairs) else { preconditionFailure("a key stands twice") }
    return map
}

extension PayloadValue {
    /// The value of JSON text as Foundation reads it: enough for test data.
    init(json text: String) throws {
        self = try JSONDecoder().decode(FoundationValue.self, from: Data(text.utf8)).value
    }

    /// One value as `JSONDecoder` sees it.
    private struct FoundationValue: Decodable {
        let value: PayloadValue

        init(from decoder: any Decoder) throws {
            if let keyed = try? decoder.container(keyedBy: AnyKey.self) {
                var map = PayloadMap()
                for key in keyed.allKeys {
                    map[key.stringValue] = try keyed.decode(FoundationValue.self, forKey: key).value
                }
                value = .map(map)
                return
            }
            if var list = try? decoder.unkeyedContainer() {
                var values: [PayloadValue] = []
                while !list.isAtEnd { values.append(try list.decode(FoundationValue.self).value) }
                value = .list(values)
                return
            }
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                value = .null
            } else if let bool = try? single.decode(Bool.self) {
                value = .bool(bool)
            } else if let integer = try? single.decode(Int64.self) {
                value = .integer(integer)
            } else if let unsigned = try? single.decode(UInt64.self) {
                value = .unsigned(unsigned)
            } else if let real = try? single.decode(Double.self) {
                value = .real(real)
            } else {
                value = .text(try single.decode(String.self))
            }
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

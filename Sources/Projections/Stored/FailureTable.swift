import EventCoding
import EventLog

/// The failures of stored projections: under the set's number and the event's position, a map.
enum FailureTable {
    private enum Field {
        static let type = "type"
        static let schemaVersion = "schema_version"
        static let projection = "projection"
        static let code = "code"
        static let message = "message"
    }

    static func change(_ failure: FoldFailure, set: UInt16) -> SideChange {
        var map = PayloadMap()
        map[Field.type] = .text(failure.type)
        map[Field.schemaVersion] = .integer(Int64(failure.schemaVersion))
        map[Field.projection] = .text(failure.projection)
        map[Field.code] = .text(failure.error.code.description)
        map[Field.message] = .text(failure.error.message)
        let key = key(set, failure.position)
        var value = PayloadValue.map(map).cbor
        StoredRowCodec.seal(&value, key)
        return SideChange(.failures, key: key, value: value)
    }

    /// The changes that remove the failures of a set.
    static func removal(ofSet set: UInt16, _ reader: any SideReader) throws -> [SideChange] {
        var changes: [SideChange] = []
        try reader.forEach(in: .failures, prefix: StoredKey.prefix(ofSet: set)) { key, _ in
            changes.append(SideChange(.failures, key: Array(copying: key), value: nil))
            return true
        }
        return changes
    }

    /// Every failure, by set and position; damaged records are passed over.
    static func all(_ reader: any SideReader) throws -> [FoldFailure] {
        var failures: [FoldFailure] = []
        try reader.forEach(in: .failures, prefix: []) { key, value in
            if let failure = failure(key, value) { failures.append(failure) }
            return true
        }
        return failures
    }

    private static func failure(_ key: Span<UInt8>, _ value: Span<UInt8>) -> FoldFailure? {
        guard key.count == 10, let end = try? StoredRowCodec.checkedEnd(of: value, under: key),
            case .map(let map)? = try? PayloadValue(cbor: value.extracting(0..<end))
        else { return nil }
        var position: UInt64 = 0
        for index in 2..<10 { position = position << 8 | UInt64(key[index]) }
        let version = map[Field.schemaVersion]?.integer.flatMap(UInt16.init(exactly:)) ?? 0
        let code = FoldError.Code(map[Field.code]?.text ?? "")
        return FoldFailure(
            position: position, type: map[Field.type]?.text ?? "", schemaVersion: version,
            projection: map[Field.projection]?.text ?? "",
            error: FoldError(code, map[Field.message]?.text ?? ""))
    }

    private static func key(_ set: UInt16, _ position: UInt64) -> [UInt8] {
        var key = StoredKey.prefix(ofSet: set)
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            key.append(UInt8(truncatingIfNeeded: position >> shift))
        }
        return key
    }
}

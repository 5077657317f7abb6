import Digest
import EventCoding
import EventLog
import Platform
import StrictJSON

/// Reads the lines of events that stand as an export writes them, straight from the parser's memory.
///
/// Whatever is unusual (keys in another order, a number as a text, any fault) is left to `ExportLine`, which
/// accepts more and says what is wrong. Where both read a line, they read the same.
struct UsualEventReader {
    /// Places in `ExportLine.eventKeys`, which are in the order in which an export writes them.
    private enum Key: Int {
        case kind, position, stream, streamNumber, revision, id, generated, imported, salvaged, type
        case schemaVersion, subject, occurred, zone, recorded, clock, batch, metadata, data, salt, leaf
    }

    private static let kind = Array("event".utf8)
    /// Types that are remembered; a log that has more makes their names again.
    private static let mostTypes = 32

    private let keys = JSONKeys(ExportLine.eventKeys)
    private let batchKeys = JSONKeys(["index", "size"])
    /// The number of the value of each key in the line being read, or 0.
    private var members: [Int] = []
    private var batch: [Int] = []
    private var types: [EventType] = []
    private var stream: StreamName?

    /// The event of a line, and its leaf where that is given; nil where the line is unusual.
    ///
    /// - Parameter identity: The log whose ids the records carry.
    mutating func read(
        _ line: borrowing JSONDocument, of identity: LogIdentity
    ) -> (event: RestoredEvent, leaf: SHA256Digest?)? {
        guard line.findMembers(of: 0, keys, &members),
            let kind = text(.kind, line), kind.hasSameBytes(as: Self.kind.span),
            let kept = kept(line, identity), let flags = flags(line), let stream = stream(line),
            let salt = salt(line), let occurred = occurred(line), let subject = text(.subject, line),
            let subject = String(copyingUTF8: subject), let metadata = metadata(line),
            let payload = encoded(.data, line)
        else { return nil }
        var leaf: SHA256Digest?
        if members[Key.leaf.rawValue] != 0 {
            guard let digits = text(.leaf, line), let digest = SHA256Digest(lowercaseHex: digits) else {
                return nil
            }
            leaf = digest
        }
        var event = RestoredEvent(
            kept: kept, flags: flags, stream: stream, salt: salt, occurred: occurred, subject: subject,
            metadata: metadata, payload: payload)
        event.isEncodedHere = true
        return (event, leaf)
    }

    // MARK: Parts

    private mutating func kept(_ line: borrowing JSONDocument, _ identity: LogIdentity) -> KeptPart? {
        guard let position = count(.position, line), position >= 1,
            let streamNumber = number(.streamNumber, UInt32.self, line), streamNumber >= 1,
            let revision = count(.revision, line), let uuid = text(.id, line),
            let id = EventID(described: uuid), let type = type(line),
            let version = number(.schemaVersion, UInt16.self, line), version >= 1,
            let recorded = time(.recorded, line), let clock = time(.clock, line),
            let (index, size) = batch(line)
        else { return nil }
        return KeptPart(
            logID: identity.recordLogID(at: position), position: position, streamNumber: streamNumber,
            revision: revision, id: id, recorded: recorded, clock: clock, batchIndex: index, batchSize: size,
            type: type, schemaVersion: version)
    }

    private func flags(_ line: borrowing JSONDocument) -> RecordFlags? {
        guard let isGenerated = bool(.generated, line), let isImported = bool(.imported, line) else {
            return nil
        }
        var flags: RecordFlags = []
        if isGenerated { flags.insert(.generatedID) }
        if isImported { flags.insert(.imported) }
        if members[Key.salvaged.rawValue] != 0 {
            guard let isSalvaged = bool(.salvaged, line) else { return nil }
            if isSalvaged { flags.insert(.salvaged) }
        }
        return flags
    }

    private mutating func batch(_ line: borrowing JSONDocument) -> (index: UInt32, size: UInt32)? {
        let number = members[Key.batch.rawValue]
        guard number != 0, line.findMembers(of: number, batchKeys, &batch), !batch.contains(0),
            let index = line.integer(at: batch[0]), let index = UInt32(exactly: index),
            let size = line.integer(at: batch[1]), let size = UInt32(exactly: size), size >= 1
        else { return nil }
        return (index, size)
    }

    /// The type; most logs have few, so their names are made once.
    private mutating func type(_ line: borrowing JSONDocument) -> EventType? {
        guard let name = text(.type, line) else { return nil }
        for index in types.indices where types[index].matches(name) { return types[index] }
        guard let type = try? EventType(validating: name) else { return nil }
        if types.count < Self.mostTypes { types.append(type) }
        return type
    }

    /// The stream, which often is that of the line before.
    private mutating func stream(_ line: borrowing JSONDocument) -> StreamName? {
        guard let name = text(.stream, line) else { return nil }
        if let stream, name.hasSameBytes(as: stream.bytes.span) { return stream }
        guard let name = String(copyingUTF8: name) else { return nil }
        stream = try? StreamName(name)
        return stream
    }

    private func salt(_ line: borrowing JSONDocument) -> [UInt8]? {
        guard let digits = text(.salt, line), digits.count == 32,
            let first = LowercaseHex.word(in: digits, at: 0),
            let second = LowercaseHex.word(in: digits, at: 16)
        else { return nil }
        var salt: [UInt8] = []
        salt.reserveCapacity(16)
        for word in [first, second] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                salt.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return salt
    }

    private func occurred(_ line: borrowing JSONDocument) -> Timestamp? {
        guard let milliseconds = time(.occurred, line), let zone = number(.zone, Int16.self, line) else {
            return nil
        }
        return Timestamp(milliseconds: milliseconds, zoneMinutes: zone)
    }

    private func metadata(_ line: borrowing JSONDocument) -> [UInt8]? {
        let number = members[Key.metadata.rawValue]
        guard number != 0, let count = line.entryCount(at: number) else { return nil }
        return count == 0 ? [] : encoded(.metadata, line)
    }

    // MARK: Values

    @_lifetime(copy line)
    private func text(_ key: Key, _ line: borrowing JSONDocument) -> Span<UInt8>? {
        let number = members[key.rawValue]
        return number == 0 ? nil : line.text(at: number)
    }

    private func bool(_ key: Key, _ line: borrowing JSONDocument) -> Bool? {
        let number = members[key.rawValue]
        return number == 0 ? nil : line.bool(at: number)
    }

    private func number<Number: FixedWidthInteger>(
        _ key: Key, _: Number.Type, _ line: borrowing JSONDocument
    ) -> Number? {
        let number = members[key.rawValue]
        guard number != 0, let integer = line.integer(at: number) else { return nil }
        return Number(exactly: integer)
    }

    /// A whole number from 0 to 2^53; larger ones are texts.
    private func count(_ key: Key, _ line: borrowing JSONDocument) -> UInt64? {
        guard let count = number(key, UInt64.self, line), count <= EventJSON.largestNumber else { return nil }
        return count
    }

    private func time(_ key: Key, _ line: borrowing JSONDocument) -> Int64? {
        guard let text = text(key, line) else { return nil }
        return Timestamp.milliseconds(rfc3339UTC: text)
    }

    /// A value in deterministic CBOR.
    ///
    /// A line is read with one level more than a payload may have, and the payload stands one level down.
    private func encoded(_ key: Key, _ line: borrowing JSONDocument) -> [UInt8]? {
        let number = members[key.rawValue]
        return number == 0 ? nil : line.cbor(at: number)
    }
}

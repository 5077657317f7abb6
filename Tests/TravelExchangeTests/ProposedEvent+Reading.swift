import EventCoding
import EventLog

extension ProposedEvent {
    /// The payload as a record.
    func record<P: PayloadRecord>(_: P.Type) throws -> P {
        let bytes = payload
        return try P(cbor: bytes.span)
    }

    /// The payload as JSON.
    func payloadJSON() throws -> String { try Self.json(payload) }

    /// The metadata as JSON.
    func metadataJSON() throws -> String { try Self.json(metadata) }

    private static func json(_ bytes: [UInt8]) throws -> String {
        try PayloadValue(cbor: bytes.span).json
    }
}
